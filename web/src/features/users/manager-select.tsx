import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { managersQuery } from "./user.queries.ts";

interface ManagerSelectProps {
  value: string | null;
  /** The user to exclude, who cannot be their own manager. */
  without?: string;
  onChange: (id: string | null) => void;
}

/** Selects the user's manager: an active manager or administrator. */
export function ManagerSelect({ value, without, onChange }: ManagerSelectProps) {
  const { t } = useTranslation();
  const { data } = useQuery(managersQuery);
  return (
    <Select
      label={t("users.manager")}
      placeholder={t("users.noManager")}
      clearable
      searchable
      data={
        data?.users.filter(({ id }) => id !== without).map(({ id, name }) => ({ value: id, label: name })) ??
        []
      }
      value={value}
      onChange={onChange}
    />
  );
}
