import { VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { dueState, type Dated } from "./due-state.ts";

/** The due date of a control in a table; it stands out while it is near or past. */
export function DueDate({ control }: { control: Dated }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (control.due_date === null) return "–";
  const date = format.date(control.due_date);
  const state = dueState(control);
  if (state === null) return date;
  return (
    <Badge tone={state === "overdue" ? "bad" : "warn"}>
      {state === "overdue" && <VisuallyHidden>{t("home.overdue")}</VisuallyHidden>} {date}
    </Badge>
  );
}
