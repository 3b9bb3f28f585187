import { continueAsNew, proxyActivities } from "@temporalio/workflow";
import type { createControlWatchActivities } from "../../activities/controls/control-watch.activities.ts";
import { CONTROL_CHANGED } from "../../domain/controls/control-due.rules.ts";
import { WEEK_AND_DAY, type DateSchedule } from "../../domain/date-steps.rules.ts";
import { followDate } from "../support/follow-date.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createControlWatchActivities>;

/** The steps wait for the database, even for hours. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  retry: retries.background,
});

export interface WatchControlInput {
  controlId: string;
  /** A week and a day before the date by default. */
  schedule?: DateSchedule;
}

/** Announces a control's due date, and records when it passes before the control is complete. */
export const watchControl = ({ controlId, schedule = WEEK_AND_DAY }: WatchControlInput): Promise<void> =>
  followDate({
    signal: CONTROL_CHANGED,
    schedule,
    readDate: () => store.controlDueAt(controlId),
    remind: (dueAt, days) => store.remindControl(controlId, dueAt, days),
    pass: (dueAt) => store.missControl(controlId, dueAt),
    restart: () => continueAsNew<typeof watchControl>({ controlId, schedule }),
  });
