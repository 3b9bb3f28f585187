import { Button, Textarea } from "@mantine/core";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import layout from "../../ui/layout.module.css";
import { ProjectChecks } from "../projects/project-checks.tsx";
import { ManagerSelect } from "../users/manager-select.tsx";
import { RoleSelect } from "../users/role-select.tsx";
import type { Role } from "../users/role.ts";
import { addressesIn } from "./addresses-in.ts";
import { InvitedList } from "./invited-list.tsx";
import { useInvite } from "./use-invite.ts";

const EMPTY = {
  email: "",
  role: "customer" as Role,
  manager_id: null as string | null,
  project_ids: [] as string[],
};

/** Invites people by their e-mail addresses: each chooses name and password themselves. */
export function NewInvitation({ onDone }: { onDone: (id: string) => void }) {
  const { t } = useTranslation();
  const draft = useFormDraft("invitation", EMPTY);
  const { fields } = draft;
  const set = (change: Partial<typeof EMPTY>) => draft.set({ ...fields, ...change });
  const emails = addressesIn(fields.email);
  const invite = useInvite(({ invitations: [first, second], refused }) => {
    // Refused addresses stay, to be corrected.
    if (refused.length > 0) return set({ email: refused.map(({ email }) => email).join("\n") });
    draft.begin();
    if (first !== undefined && second === undefined) onDone(first.id);
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const { email: _text, ...rest } = fields;
    invite.mutate({ emails, fields: rest });
  };
  return (
    <>
      <form onSubmit={submit} className={layout["form"]}>
        <Note>{t("invitations.hint")}</Note>
        <DraftNote draft={draft} />
        <Textarea
          label={t("invitations.emails")}
          description={t("invitations.emailsHint")}
          autosize
          minRows={1}
          maxRows={8}
          required
          autoComplete="off"
          data-first-focus
          value={fields.email}
          onChange={({ currentTarget }) => set({ email: currentTarget.value })}
        />
        <RoleSelect value={fields.role} onChange={(role) => set({ role })} />
        <ManagerSelect value={fields.manager_id} onChange={(id) => set({ manager_id: id })} />
        <ProjectChecks
          legend={t("invitations.joins")}
          chosen={fields.project_ids}
          onChoose={(ids) => set({ project_ids: ids })}
        />
        <div>
          <Button type="submit" loading={invite.isPending} disabled={emails.length === 0}>
            {t("invitations.send", { count: Math.max(1, emails.length) })}
          </Button>
        </div>
      </form>
      {invite.error !== null && <Problem error={invite.error} />}
      {invite.data !== undefined && <InvitedList invited={invite.data} />}
    </>
  );
}
