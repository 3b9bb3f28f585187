import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useProfile } from "../identity/use-profile.ts";
import { FoundSelect } from "../users/found-select.tsx";
import { peopleQuery } from "./new-project.queries.ts";

interface PersonSelectProps {
  role: "customer" | "auditor";
  value: string;
  /** The selected person, whom the list may not contain. */
  chosen?: { id: string; name: string } | null | undefined;
  isReadOnly?: boolean;
  onChange: (id: string, name: string) => void;
}

/** The customer or the auditor of a project. */
export function PersonSelect({ role, value, chosen, isReadOnly = false, onChange }: PersonSelectProps) {
  const { t } = useTranslation();
  const { role: mine } = useProfile();
  if (isReadOnly) return <TextInput label={t(`projects.${role}`)} readOnly value={chosen?.name ?? ""} />;
  const nothingFound = (typed: string): string => {
    // Managers find only customers who report to them.
    if (role !== "customer" || mine !== "manager") return t("newProject.nobodyFound");
    return t(typed === "" ? "newProject.noCustomers" : "newProject.noReport");
  };
  return (
    <FoundSelect
      label={t(`projects.${role}`)}
      description={t(`newProject.${role}Hint`)}
      query={(search) => peopleQuery(role, search)}
      nothingFound={nothingFound}
      value={value === "" ? null : value}
      chosen={chosen}
      onChange={(id, name) => onChange(id ?? "", name)}
    />
  );
}
