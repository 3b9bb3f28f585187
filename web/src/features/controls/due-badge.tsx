import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { dueState, type Dated } from "./due-state.ts";

/** When a control is due, while that is near or past. */
export function DueBadge({ control }: { control: Dated }) {
  const { t } = useTranslation();
  const format = useFormat();
  const state = dueState(control);
  if (state === null || control.due_date === null) return null;
  return (
    <Badge tone={state === "overdue" ? "bad" : "warn"}>
      {state === "overdue" ? t("home.overdue") : format.inDays(control.due_date)}
    </Badge>
  );
}
