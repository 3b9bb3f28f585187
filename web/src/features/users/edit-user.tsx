import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { Check } from "../../ui/check.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { SaveButtons } from "../../ui/save-buttons.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import layout from "../../ui/layout.module.css";
import { ManagerSelect } from "./manager-select.tsx";
import { RoleSelect } from "./role-select.tsx";
import { useNameOfUser } from "./use-name-of-user.ts";
import { userQuery, type User } from "./user.queries.ts";

type Seen = User & Tagged;

const fieldsOf = ({ name, email, role, manager_id, demo_allowed }: User) => ({
  name,
  email,
  role,
  manager_id,
  demo_allowed,
});
type Fields = ReturnType<typeof fieldsOf>;

/** What the form shows, as text. */
function useRows(): (fields: Fields, manager: string | undefined) => Rows {
  const { t } = useTranslation();
  return (fields, manager = "") => [
    [t("users.name"), fields.name],
    [t("signIn.email"), fields.email],
    [t("users.role"), t(`role.${fields.role}`)],
    [t("users.manager"), manager],
    [t("users.demoAllowed"), t(fields.demo_allowed ? "providers.yes" : "providers.no")],
  ];
}

function useChange(id: string, onSaved: (now: Seen) => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const rowsOf = useRows();
  const read = () => queries.query({ ...userQuery(id), staleTime: 0 });
  return useGuardedChange({
    send: (body: Fields, guard) => api.PUT("/users/{id}", { params: { path: { id }, ...guard }, body }),
    read,
    rowsOf: (now: Seen) => rowsOf(fieldsOf(now), now.manager?.name),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["users"] });
      const now = await read();
      onSaved(now);
      toast({ text: t("users.changed", { name: now.name }) });
    },
  });
}

/** Edits a user and sends all fields; unchanged values have no effect. */
export function EditUser({ user }: { user: Seen }) {
  const { t } = useTranslation();
  const { id } = user;
  const { draft, seen, begin, keepTheirs } = useEditDraft({
    name: `user.${id}`,
    resource: user,
    factsOf: fieldsOf,
  });
  const { fields, set } = draft;
  const rowsOf = useRows();
  const manager = useNameOfUser(fields.manager_id);
  const change = useChange(id, begin);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ body: fields, over: seen });
  };
  return (
    <>
      <h3>{t("users.edit")}</h3>
      <form onSubmit={submit} className={layout["form"]}>
        <DraftNote draft={draft} />
        <TextInput
          label={t("users.name")}
          value={fields.name}
          onChange={({ currentTarget }) => set({ ...fields, name: currentTarget.value })}
        />
        <TextInput
          label={t("signIn.email")}
          type="email"
          value={fields.email}
          onChange={({ currentTarget }) => set({ ...fields, email: currentTarget.value })}
        />
        <RoleSelect value={fields.role} onChange={(role) => set({ ...fields, role })} />
        <ManagerSelect
          value={fields.manager_id}
          without={id}
          onChange={(managerId) => set({ ...fields, manager_id: managerId })}
        />
        <Check checked={fields.demo_allowed} onCheck={(allowed) => set({ ...fields, demo_allowed: allowed })}>
          {t("users.demoAllowed")}
        </Check>
        <SaveButtons change={change} />
      </form>
      <ChangeProblem
        change={change}
        rowsOf={(now) => rowsOf(fieldsOf(now), now.manager?.name)}
        mine={rowsOf(fields, manager)}
        body={fields}
        onLeave={keepTheirs}
      />
    </>
  );
}
