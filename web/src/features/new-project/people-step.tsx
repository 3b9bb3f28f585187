import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { profileQuery } from "../identity/session.queries.ts";
import { peopleQuery } from "./new-project.queries.ts";
import type { StepProps } from "./scope-step.tsx";

const TYPING_MS = 250;

interface PersonSelectProps {
  role: "customer" | "auditor";
  value: string;
  onChange: (id: string) => void;
}

/** A person, found by name or address. */
function PersonSelect({ role, value, onChange }: PersonSelectProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const query = useQuery(peopleQuery(role, search));
  if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Select
      label={t(`projects.${role}`)}
      description={t(`newProject.${role}Hint`)}
      placeholder={t("newProject.findPerson")}
      nothingFoundMessage={t("newProject.nobodyFound")}
      searchable
      clearable
      filter={({ options }) => options}
      data={(query.data ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))}
      value={value === "" ? null : value}
      onSearchChange={setTyped}
      onChange={(id) => onChange(id ?? "")}
    />
  );
}

/** The audited party and the auditor; only for those who may assign them. */
export function PeopleStep({ draft, onChange }: StepProps) {
  const { t } = useTranslation();
  const permissions = useQuery(profileQuery).data?.permissions ?? [];
  if (!permissions.includes("user.find_auditors")) return <Note>{t("newProject.yourOwn")}</Note>;
  return (
    <>
      <PersonSelect
        role="customer"
        value={draft.customerId}
        onChange={(customerId) => onChange({ customerId })}
      />
      <PersonSelect
        role="auditor"
        value={draft.auditorId}
        onChange={(auditorId) => onChange({ auditorId })}
      />
    </>
  );
}
