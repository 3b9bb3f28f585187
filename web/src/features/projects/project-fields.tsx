import { Select, TextInput, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { nextStatuses, type ProjectStatus } from "../../../../domain/projects/project.rules.ts";
import { Period } from "../new-project/period.tsx";
import { PersonSelect } from "../new-project/person-select.tsx";
import type { ProjectFacts } from "./project-facts.ts";

interface FieldsProps {
  /** The stored status: the others must follow it. */
  from: ProjectStatus;
  facts: ProjectFacts;
  isReadOnly: boolean;
  mayAssign: boolean;
  onChange: (facts: ProjectFacts) => void;
}

/** From these, a project becomes active again before it can be completed. */
const REOPENED: readonly ProjectStatus[] = ["on_hold", "in_audit"];

const hintOf = (from: ProjectStatus, to: ProjectStatus) => {
  if (to === "archived") return "archivedForever" as const;
  return REOPENED.includes(from) ? ("activeFirst" as const) : null;
};

/** The editable fields of a project. */
export function ProjectFields({ from, facts, isReadOnly, mayAssign, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const person = (role: "customer" | "auditor") => (
    <PersonSelect
      role={role}
      value={facts[role]?.id ?? ""}
      chosen={facts[role]}
      isReadOnly={isReadOnly}
      onChange={(id, name) => onChange({ ...facts, [role]: id === "" ? null : { id, name } })}
    />
  );
  const hint = hintOf(from, facts.status);
  return (
    <>
      <TextInput
        label={t("newProject.name")}
        required
        withAsterisk
        maxLength={200}
        readOnly={isReadOnly}
        value={facts.name}
        onChange={({ currentTarget }) => onChange({ ...facts, name: currentTarget.value })}
      />
      <Textarea
        label={t("newProject.description")}
        autosize
        minRows={2}
        maxLength={10_000}
        readOnly={isReadOnly}
        value={facts.description}
        onChange={({ currentTarget }) => onChange({ ...facts, description: currentTarget.value })}
      />
      <Select
        label={t("projects.status")}
        description={hint === null ? undefined : t(`projects.${hint}`)}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={[from, ...nextStatuses(from)].map((value) => ({ value, label: t(`projectStatus.${value}`) }))}
        value={facts.status}
        onChange={(status) => onChange({ ...facts, status: status as ProjectStatus })}
      />
      <Period
        start={facts.start}
        end={facts.end}
        isReadOnly={isReadOnly}
        onChange={(change) => onChange({ ...facts, ...change })}
      />
      {(mayAssign || isReadOnly) && person("customer")}
      {(mayAssign || isReadOnly) && person("auditor")}
    </>
  );
}
