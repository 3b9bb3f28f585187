import { condition, defineSignal, setHandler, workflowInfo } from "@temporalio/workflow";
import { stepsTo, type DateSchedule, type DateStep } from "../../domain/date-steps.rules.ts";
import { DAY_MS } from "../../domain/days.rules.ts";

/** Temporal's timers do not reach the year 9999: distant dates are checked once a year. */
const LONGEST_WAIT_MS = 365 * DAY_MS;

interface FollowedDate {
  /** Sent after every change of the row. */
  signal: string;
  schedule: DateSchedule;
  /** The current date as epoch milliseconds; null if it no longer matters. */
  readDate(): Promise<number | null>;
  remind(dueAt: number, daysLeft: number): Promise<void>;
  /** The date has come. */
  pass(dueAt: number): Promise<void>;
  /** Continues as a new run, once the history is long. */
  restart(): Promise<never>;
}

interface Plan {
  dueAt: number;
  steps: DateStep[];
}

/** Does what is due. After an outage of several days, only the latest step: earlier ones are outdated. */
async function takeLatestStep({ remind, pass }: FollowedDate, plan: Plan): Promise<void> {
  const due = plan.steps.filter(({ at }) => at <= Date.now());
  const step = due.at(-1);
  if (step === undefined) return;
  if (step.daysLeft === null) await pass(plan.dueAt);
  else await remind(plan.dueAt, step.daysLeft);
  plan.steps.splice(0, due.length);
}

/**
 * Follows the date of a row up to that date. Every change sends a signal, after which the row is read again, so
 * signals carry no data and may arrive in any order. Ends when there is nothing to wait for; the signal of a later
 * change starts the workflow again.
 */
export async function followDate(followed: FollowedDate): Promise<void> {
  let changes = 0;
  setHandler(defineSignal(followed.signal), () => void (changes += 1));
  let plan: Plan = { dueAt: Number.NaN, steps: [] };
  for (;;) {
    const seen = changes;
    const isChanged = (): boolean => changes !== seen;
    const dueAt = await followed.readDate();
    if (isChanged()) continue;
    if (dueAt === null) return;
    const isNew = plan.dueAt !== dueAt || plan.steps.length === 0;
    if (isNew) plan = { dueAt, steps: stepsTo(dueAt, Date.now(), followed.schedule) };
    const next = plan.steps[0]?.at ?? dueAt;
    if (workflowInfo().continueAsNewSuggested && next > Date.now()) await followed.restart();
    const wait = Math.min(Math.max(1, next - Date.now()), LONGEST_WAIT_MS);
    if (await condition(isChanged, wait)) continue;
    await takeLatestStep(followed, plan);
  }
}
