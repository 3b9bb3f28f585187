import type { Client } from "@temporalio/client";
import { WORKFLOW_ENDS } from "../../domain/housekeeping/failed-workflow.rules.ts";
import { beginningOf } from "../../platform/beginning-of.ts";

type Answer = Awaited<ReturnType<Client["workflowService"]["getWorkflowExecutionHistoryReverse"]>>;
/** The last event of a run; undefined without its history. */
export type CloseEvent = NonNullable<NonNullable<Answer["history"]>["events"]>[number] | undefined;
type Failure = NonNullable<
  NonNullable<NonNullable<CloseEvent>["workflowExecutionFailedEventAttributes"]>["failure"]
>;

const LONGEST = 500;

/** The wrappers report only that something within them failed. */
const deepest = (failure: Failure): Failure => (failure.cause == null ? failure : deepest(failure.cause));

/** Why a run closed, by the last event of its history; null if that does not show it. */
export function failureIn(event: CloseEvent): string | null {
  const failure = event?.workflowExecutionFailedEventAttributes?.failure;
  if (failure != null) return beginningOf(deepest(failure).message ?? "", LONGEST) || null;
  if (event?.workflowExecutionTimedOutEventAttributes != null) return WORKFLOW_ENDS.timed_out;
  const terminated = event?.workflowExecutionTerminatedEventAttributes;
  return terminated == null
    ? null
    : beginningOf(terminated.reason ?? "", LONGEST) || WORKFLOW_ENDS.terminated;
}
