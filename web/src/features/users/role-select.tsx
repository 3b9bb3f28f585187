import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ROLES, type Role } from "./role.ts";

export function RoleSelect({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("users.role")}
      description={t(`roleHint.${value}`)}
      data={ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
      allowDeselect={false}
      value={value}
      onChange={(role) => onChange(role ?? value)}
    />
  );
}
