import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Check } from "../../ui/check.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";
import { Problem } from "../../ui/problem.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import { ManagerSelect } from "./manager-select.tsx";
import { RoleSelect } from "./role-select.tsx";
import type { Role } from "./role.ts";
import type { NewUserFields } from "./user.queries.ts";

function useCreate(onDone: (id: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewUserFields) => api.POST("/users", { body }),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ["users"] });
      onDone(data!.data.id);
    },
  });
}

const EMPTY = {
  name: "",
  email: "",
  password: "",
  role: "customer" as Role,
  manager_id: null as string | null,
  demo_allowed: false,
};

/** Creates a user with an initial password. */
export function NewUser({ onDone }: { onDone: (id: string) => void }) {
  const { t } = useTranslation();
  const draft = useFormDraft("user", EMPTY, ["password"]);
  const { fields } = draft;
  const create = useCreate((id) => {
    draft.begin();
    onDone(id);
  });
  const set = (change: Partial<typeof EMPTY>) => draft.set({ ...fields, ...change });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    create.mutate(fields);
  };
  return (
    <>
      <form onSubmit={submit} className={layout["form"]}>
        <DraftNote draft={draft} />
        <TextInput
          label={t("users.name")}
          required
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          value={fields.name}
        />
        <TextInput
          label={t("signIn.email")}
          type="email"
          required
          autoComplete="off"
          value={fields.email}
          onChange={({ currentTarget }) => set({ email: currentTarget.value })}
        />
        <PasswordInput
          label={t("users.firstPassword")}
          required
          autoComplete="new-password"
          value={fields.password}
          onChange={({ currentTarget }) => set({ password: currentTarget.value })}
        />
        <Note>{t("users.firstPasswordHint")}</Note>
        <RoleSelect value={fields.role} onChange={(role) => set({ role })} />
        <ManagerSelect value={fields.manager_id} onChange={(id) => set({ manager_id: id })} />
        <Check checked={fields.demo_allowed} onCheck={(allowed) => set({ demo_allowed: allowed })}>
          {t("users.demoAllowed")}
        </Check>
        <div>
          <Button type="submit" loading={create.isPending}>
            {t("users.create")}
          </Button>
        </div>
      </form>
      {create.error !== null && <Problem error={create.error} />}
    </>
  );
}
