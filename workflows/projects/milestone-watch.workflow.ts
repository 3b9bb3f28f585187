import { continueAsNew, proxyActivities } from "@temporalio/workflow";
import type { createMilestoneWatchActivities } from "../../activities/projects/milestone-watch.activities.ts";
import { WEEK_AND_DAY, type DateSchedule } from "../../domain/date-steps.rules.ts";
import { MILESTONE_CHANGED } from "../../domain/projects/milestone.rules.ts";
import { followDate } from "../support/follow-date.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createMilestoneWatchActivities>;

/** The steps wait for the database, even for hours. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  retry: retries.background,
});

export interface WatchMilestoneInput {
  milestoneId: string;
  /** A week and a day before the date by default. */
  schedule?: DateSchedule;
}

/** Announces a milestone's date and marks the milestone missed on that date. */
export const watchMilestone = ({
  milestoneId,
  schedule = WEEK_AND_DAY,
}: WatchMilestoneInput): Promise<void> =>
  followDate({
    signal: MILESTONE_CHANGED,
    schedule,
    readDate: () => store.milestoneDueAt(milestoneId),
    remind: (dueAt, days) => store.remindMilestone(milestoneId, dueAt, days),
    pass: (dueAt) => store.missMilestone(milestoneId, dueAt),
    restart: () => continueAsNew<typeof watchMilestone>({ milestoneId, schedule }),
  });
