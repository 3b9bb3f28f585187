import { Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { CheckList } from "../../ui/check-list.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import layout from "../../ui/layout.module.css";
import { projectListQuery } from "../projects/project.queries.ts";
import { ManagerSelect } from "../users/manager-select.tsx";
import { RoleSelect } from "../users/role-select.tsx";
import type { Role } from "../users/role.ts";
import type { NewInvitationFields } from "./invitation.queries.ts";

const MAX_PROJECTS = 100;

function useInvite(onDone: (id: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewInvitationFields) => api.POST("/invitations", { body }),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ["invitations"] });
      onDone(data!.data.id);
    },
  });
}

function ProjectsSelect({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
  const { t } = useTranslation();
  const { data } = useQuery(projectListQuery({ limit: MAX_PROJECTS, sort: "name", order: "asc" }));
  if (data === undefined || data.projects.length === 0) return null;
  return (
    <CheckList
      legend={t("invitations.joins")}
      options={data.projects.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={value}
      onChoose={onChange}
    />
  );
}

const EMPTY = {
  email: "",
  role: "customer" as Role,
  manager_id: null as string | null,
  project_ids: [] as string[],
};

/** Invites an e-mail address: the person chooses name and password themselves. */
export function NewInvitation({ onDone }: { onDone: (id: string) => void }) {
  const { t } = useTranslation();
  const draft = useFormDraft("invitation", EMPTY);
  const { fields } = draft;
  const set = (change: Partial<typeof EMPTY>) => draft.set({ ...fields, ...change });
  const invite = useInvite((id) => {
    draft.begin();
    onDone(id);
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    invite.mutate(fields);
  };
  return (
    <>
      <form onSubmit={submit} className={layout["form"]}>
        <Note>{t("invitations.hint")}</Note>
        <DraftNote draft={draft} />
        <TextInput
          label={t("signIn.email")}
          type="email"
          required
          autoComplete="off"
          data-first-focus
          value={fields.email}
          onChange={({ currentTarget }) => set({ email: currentTarget.value })}
        />
        <RoleSelect value={fields.role} onChange={(role) => set({ role })} />
        <ManagerSelect value={fields.manager_id} onChange={(id) => set({ manager_id: id })} />
        <ProjectsSelect value={fields.project_ids} onChange={(ids) => set({ project_ids: ids })} />
        <div>
          <Button type="submit" loading={invite.isPending}>
            {t("invitations.send")}
          </Button>
        </div>
      </form>
      {invite.error !== null && <Problem error={invite.error} />}
    </>
  );
}
