import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import layout from "../../ui/layout.module.css";
import type { StepProps } from "./scope-step.tsx";

/** The period under audit, and a first milestone. */
export function PlanStep({ draft, onChange }: StepProps) {
  const { t } = useTranslation();
  const endsBeforeItStarts = draft.start !== "" && draft.end !== "" && draft.end < draft.start;
  return (
    <>
      <div className={layout["pair"]}>
        <TextInput
          type="date"
          label={t("newProject.start")}
          value={draft.start}
          onChange={({ currentTarget }) => onChange({ start: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t("newProject.end")}
          min={draft.start}
          error={endsBeforeItStarts ? t("newProject.endsBeforeStart") : null}
          value={draft.end}
          onChange={({ currentTarget }) => onChange({ end: currentTarget.value })}
        />
      </div>
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
