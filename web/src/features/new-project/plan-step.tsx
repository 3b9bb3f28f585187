import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DayField } from "../../ui/day-field.tsx";
import layout from "../../ui/layout.module.css";
import { Period } from "./period.tsx";
import type { StepProps } from "./scope-step.tsx";

/** The period under audit, and a first milestone. */
export function PlanStep({ draft, onChange }: StepProps) {
  const { t } = useTranslation();
  return (
    <>
      <Period start={draft.start} end={draft.end} onChange={onChange} />
      <div className={layout["pair"]}>
        <TextInput
          label={t("newProject.milestone")}
          placeholder={t("newProject.milestoneExample")}
          maxLength={200}
          required={draft.due !== ""}
          value={draft.milestone}
          onChange={({ currentTarget }) => onChange({ milestone: currentTarget.value })}
        />
        <DayField
          label={t("newProject.due")}
          required={draft.milestone !== ""}
          value={draft.due}
          onChange={(day) => onChange({ due: day })}
        />
      </div>
    </>
  );
}
