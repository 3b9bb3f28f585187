import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import type { createMilestoneWatchActivities } from "../../activities/projects/milestone-watch.activities.ts";
import {
  MILESTONE_CHANGED,
  WEEK_AND_DAY,
  stepsTo,
  type MilestoneSchedule,
  type MilestoneStep,
} from "../../domain/projects/milestone.rules.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createMilestoneWatchActivities>;

/** The steps wait for the database, even for hours. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  retry: retries.background,
});

/** Temporal's timers do not reach the year 9999: distant dates are checked once a year. */
const LONGEST_WAIT_MS = 365 * 24 * 3_600 * 1_000;

export interface WatchMilestoneInput {
  milestoneId: string;
  /** A week and a day before the date by default. */
  schedule?: MilestoneSchedule;
}

export const changedSignal = defineSignal(MILESTONE_CHANGED);

interface Plan {
  dueAt: number;
  steps: MilestoneStep[];
}

/** Does what is due. After an outage of several days, only the latest step: earlier ones are outdated. */
async function takeLatestStep(milestoneId: string, plan: Plan): Promise<void> {
  const due = plan.steps.filter(({ at }) => at <= Date.now());
  const step = due.at(-1);
  if (step === undefined) return;
  if (step.daysLeft === null) await store.missMilestone(milestoneId, plan.dueAt);
  else await store.remindMilestone(milestoneId, plan.dueAt, step.daysLeft);
  plan.steps.splice(0, due.length);
}

/**
 * Announces a milestone's date and marks the milestone missed on that date. Every change sends a signal,
 * after which the workflow reads the milestone itself, so signals carry no data and may arrive in any order.
 * Ends when there is nothing to wait for; the signal of a later change starts it again.
 */
export async function watchMilestone({
  milestoneId,
  schedule = WEEK_AND_DAY,
}: WatchMilestoneInput): Promise<void> {
  let changes = 0;
  setHandler(changedSignal, () => void (changes += 1));
  let plan: Plan = { dueAt: Number.NaN, steps: [] };
  for (;;) {
    const seen = changes;
    const isChanged = (): boolean => changes !== seen;
    const dueAt = await store.milestoneDueAt(milestoneId);
    if (isChanged()) continue;
    if (dueAt === null) return;
    const isNew = plan.dueAt !== dueAt || plan.steps.length === 0;
    if (isNew) plan = { dueAt, steps: stepsTo(dueAt, Date.now(), schedule) };
    const next = plan.steps[0]!.at;
    if (workflowInfo().continueAsNewSuggested && next > Date.now())
      await continueAsNew<typeof watchMilestone>({ milestoneId, schedule });
    const wait = Math.min(Math.max(1, next - Date.now()), LONGEST_WAIT_MS);
    if (await condition(isChanged, wait)) continue;
    await takeLatestStep(milestoneId, plan);
  }
}
