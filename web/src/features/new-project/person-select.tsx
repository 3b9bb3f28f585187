import { useTranslation } from "react-i18next";
import { useProfile } from "../identity/use-profile.ts";
import { FoundSelect } from "./found-select.tsx";
import { peopleQuery } from "./new-project.queries.ts";

interface PersonSelectProps {
  role: "customer" | "auditor";
  value: string;
  /** The selected person, whom the list may not contain. */
  chosen?: { id: string; name: string } | null | undefined;
  onChange: (id: string, name: string) => void;
}

/** The customer or the auditor of a project. */
export function PersonSelect({ role, value, chosen, onChange }: PersonSelectProps) {
  const { t } = useTranslation();
  const { role: mine } = useProfile();
  const hasNone = (typed: string): boolean => role === "customer" && mine === "manager" && typed === "";
  return (
    <FoundSelect
      label={t(`projects.${role}`)}
      description={t(`newProject.${role}Hint`)}
      query={(search) => peopleQuery(role, search)}
      nothingFound={(typed) => t(hasNone(typed) ? "newProject.noCustomers" : "newProject.nobodyFound")}
      value={value === "" ? null : value}
      chosen={chosen}
      onChange={(id, name) => onChange(id ?? "", name)}
    />
  );
}
