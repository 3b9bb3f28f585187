import { useTranslation } from "react-i18next";
import { FoundSelect } from "./found-select.tsx";
import { useNameOfUser } from "./use-name-of-user.ts";
import { managersQuery } from "./user.queries.ts";

interface ManagerSelectProps {
  value: string | null;
  /** The user to exclude, who cannot be their own manager. */
  without?: string;
  onChange: (id: string | null) => void;
}

/** Selects the user's manager: an active manager or administrator, found by name or address. */
export function ManagerSelect({ value, without, onChange }: ManagerSelectProps) {
  const { t } = useTranslation();
  const name = useNameOfUser(value);
  return (
    <FoundSelect
      label={t("users.manager")}
      placeholder={t("users.noManager")}
      query={managersQuery}
      nothingFound={() => t("newProject.nobodyFound")}
      without={without === undefined ? [] : [without]}
      value={value}
      chosen={value === null || name === undefined ? null : { id: value, name }}
      onChange={onChange}
    />
  );
}
