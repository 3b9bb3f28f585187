import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Check } from "../../ui/check.tsx";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";
import { Problem } from "../../ui/problem.tsx";
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

/** Creates a user with an initial password. */
export function NewUser({ onDone }: { onDone: (id: string) => void }) {
  const { t } = useTranslation();
  const [fields, setFields] = useState({ name: "", email: "", password: "" });
  const [role, setRole] = useState<Role>("customer");
  const [managerId, setManagerId] = useState<string | null>(null);
  const [seesDemo, setSeesDemo] = useState(false);
  const create = useCreate(onDone);
  const set = (name: keyof typeof fields) => (event: { currentTarget: HTMLInputElement }) =>
    setFields({ ...fields, [name]: event.currentTarget.value });
  const send = () => create.mutate({ ...fields, role, manager_id: managerId, demo_allowed: seesDemo });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <>
      <form onSubmit={submit} className={layout["form"]}>
        <TextInput
          label={t("users.name")}
          required
          withAsterisk={false}
          onChange={set("name")}
          value={fields.name}
        />
        <TextInput
          label={t("signIn.email")}
          type="email"
          required
          withAsterisk={false}
          autoComplete="off"
          value={fields.email}
          onChange={set("email")}
        />
        <PasswordInput
          label={t("users.firstPassword")}
          required
          withAsterisk={false}
          autoComplete="new-password"
          value={fields.password}
          onChange={set("password")}
        />
        <Note>{t("users.firstPasswordHint")}</Note>
        <RoleSelect value={role} onChange={setRole} />
        <ManagerSelect value={managerId} onChange={setManagerId} />
        <Check checked={seesDemo} onCheck={setSeesDemo}>
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
