import { Select, TextInput, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { SEVERITIES, type Severity } from "../../../../domain/findings/finding.rules.ts";
import { CatalogueText, catalogueOption } from "../../ui/catalogue-text.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { Facts } from "../../ui/facts.tsx";
import layout from "../../ui/layout.module.css";
import { controlsQuery } from "../controls/control.queries.ts";
import { severitiesFrom, type FindingFacts } from "./finding-facts.ts";

interface FieldsProps {
  projectId: string;
  facts: FindingFacts;
  onChange: (change: Partial<FindingFacts>) => void;
  /** Once nothing changes any longer. */
  isReadOnly?: boolean;
  /** The state that may only become stricter, for users who neither raised the finding nor decide. */
  floor?: FindingFacts | undefined;
}

function Words({ facts, isReadOnly, onChange }: Omit<FieldsProps, "projectId" | "floor">) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t("findings.finding")}
        required
        readOnly={isReadOnly}
        maxLength={200}
        value={facts.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <Textarea
        label={t("viewer.description")}
        autosize
        readOnly={isReadOnly}
        minRows={2}
        maxLength={10_000}
        value={facts.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
    </>
  );
}

function Urgency({ facts, isReadOnly, floor, onChange }: Omit<FieldsProps, "projectId">) {
  const { t } = useTranslation();
  const severities = floor === undefined ? SEVERITIES : severitiesFrom(floor.severity);
  const hasLatest = floor !== undefined && floor.due !== "";
  return (
    <div className={layout["pair"]}>
      <Select
        label={t("findings.severity")}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={severities.map((value) => ({ value, label: t(`severity.${value}`) }))}
        value={facts.severity}
        onChange={(severity) => onChange({ severity: severity as Severity })}
      />
      <DayField
        label={t("findings.due")}
        {...(hasLatest ? { max: floor.due, required: true } : {})}
        readOnly={isReadOnly}
        value={facts.due}
        onChange={(day) => onChange({ due: day })}
      />
    </div>
  );
}

/** What a user may not change, for reference. */
function FixedFacts({ projectId, facts: { title, description, controlId } }: Omit<FieldsProps, "onChange">) {
  const { t } = useTranslation();
  const control = useQuery(controlsQuery(projectId)).data?.find(({ id }) => id === controlId);
  return (
    <Facts
      facts={[
        [t("findings.finding"), title],
        [t("viewer.description"), description === "" ? null : description],
        [
          t("controls.control"),
          control && <CatalogueText>{`${control.number} ${control.title}`}</CatalogueText>,
        ],
      ]}
    />
  );
}

function ControlSelect({ projectId, facts, isReadOnly, onChange }: Omit<FieldsProps, "floor">) {
  const { t } = useTranslation();
  const controls = useQuery(controlsQuery(projectId)).data ?? [];
  return (
    <Select
      label={t("controls.control")}
      searchable
      clearable
      readOnly={isReadOnly}
      data={controls.map(({ id, number, title }) => ({ value: id, label: `${number} ${title}` }))}
      renderOption={catalogueOption}
      value={facts.controlId}
      onChange={(controlId) => onChange({ controlId })}
    />
  );
}

/** The fields of a new or existing finding; those that the user may not set, as text. */
export function FindingFields({ projectId, floor, ...fields }: FieldsProps) {
  if (floor !== undefined)
    return (
      <>
        <FixedFacts projectId={projectId} facts={floor} />
        <Urgency floor={floor} {...fields} />
      </>
    );
  return (
    <>
      <Words {...fields} />
      <Urgency {...fields} />
      <ControlSelect projectId={projectId} {...fields} />
    </>
  );
}
