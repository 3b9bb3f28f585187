import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Check } from "../../ui/check.tsx";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import { Problem } from "../../ui/problem.tsx";
import { ManagerSelect } from "./manager-select.tsx";
import { RoleSelect } from "./role-select.tsx";
import type { User } from "./user.queries.ts";

/** Edits a user and sends all fields; unchanged values have no effect. */
export function EditUser({ user }: { user: User }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const { id } = user;
  const [fields, setFields] = useState({
    name: user.name,
    email: user.email,
    role: user.role,
    manager_id: user.manager_id,
    demo_allowed: user.demo_allowed,
  });
  const change = useMutation({
    mutationFn: () => api.PUT("/users/{id}", { params: { path: { id } }, body: fields }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["users"] });
      toast({ text: t("users.changed", { name: fields.name }) });
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <>
      <h3>{t("users.edit")}</h3>
      <form onSubmit={submit} className={layout["form"]}>
        <TextInput
          label={t("users.name")}
          value={fields.name}
          onChange={({ currentTarget }) => setFields({ ...fields, name: currentTarget.value })}
        />
        <TextInput
          label={t("signIn.email")}
          type="email"
          value={fields.email}
          onChange={({ currentTarget }) => setFields({ ...fields, email: currentTarget.value })}
        />
        <RoleSelect value={fields.role} onChange={(role) => setFields({ ...fields, role })} />
        <ManagerSelect
          value={fields.manager_id}
          without={id}
          onChange={(managerId) => setFields({ ...fields, manager_id: managerId })}
        />
        <Check
          checked={fields.demo_allowed}
          onCheck={(allowed) => setFields({ ...fields, demo_allowed: allowed })}
        >
          {t("users.demoAllowed")}
        </Check>
        <div>
          <Button type="submit" size="xs" loading={change.isPending}>
            {t("action.save")}
          </Button>
        </div>
      </form>
      {change.error !== null && <Problem error={change.error} />}
    </>
  );
}
