import { useTranslation } from "react-i18next";
import { DayField } from "../../ui/day-field.tsx";
import layout from "../../ui/layout.module.css";
import { endsBeforeItStarts } from "./ends-before-it-starts.ts";

interface PeriodProps {
  start: string;
  end: string;
  isReadOnly?: boolean;
  onChange: (change: { start: string } | { end: string }) => void;
}

/** The period under audit. */
export function Period({ start, end, isReadOnly = false, onChange }: PeriodProps) {
  const { t } = useTranslation();
  return (
    <div className={layout["pair"]}>
      <DayField
        label={t("newProject.start")}
        readOnly={isReadOnly}
        value={start}
        onChange={(day) => onChange({ start: day })}
      />
      <DayField
        label={t("newProject.end")}
        min={start}
        readOnly={isReadOnly}
        error={endsBeforeItStarts({ start, end }) ? t("newProject.endsBeforeStart") : null}
        value={end}
        onChange={(day) => onChange({ end: day })}
      />
    </div>
  );
}
