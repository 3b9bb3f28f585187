import { Button } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { endOfDay } from "../../i18n/day-bounds.ts";
import { DayField } from "../../ui/day-field.tsx";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";

interface SetDueProps {
  /** Whether some of them have a date of their own, which an empty field removes. */
  hasSome: boolean;
  isPending: boolean;
  /** Whether another change is being sent. */
  isBusy: boolean;
  onSet: (due: string | null) => void;
}

/** One due date for all selected controls or findings: the end of a day. */
export function SetDue({ hasSome, isPending, isBusy, onSet }: SetDueProps) {
  const { t } = useTranslation();
  const { timezone } = useProfile().preferences;
  const [day, setDay] = useState("");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSet(day === "" ? null : endOfDay(day, timezone));
  };
  return (
    <form onSubmit={submit} className={layout["inline"]}>
      <DayField size="xs" aria-label={t("controls.due")} value={day} onChange={setDay} />
      <Button
        type="submit"
        variant="default"
        loading={isPending}
        disabled={isBusy || (day === "" && !hasSome)}
      >
        {t(day === "" && hasSome ? "controls.removeDue" : "controls.setDue")}
      </Button>
    </form>
  );
}
