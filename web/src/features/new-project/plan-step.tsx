import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
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
          value={draft.milestone}
          onChange={({ currentTarget }) => onChange({ milestone: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t("newProject.due")}
          required={draft.milestone !== ""}
          value={draft.due}
          onChange={({ currentTarget }) => onChange({ due: currentTarget.value })}
        />
      </div>
    </>
  );
}
