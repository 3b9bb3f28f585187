import type { Client } from "@temporalio/client";
import { Event } from "../domain/events/event.entity.ts";
import { workflowOfEvent } from "../domain/events/events-in-use.ts";
import type { WorkflowStart } from "../domain/events/workflow-start.ts";
import type { Clock } from "../platform/clock.ts";
import { withDeadline } from "../platform/temporal/temporal.ts";
import { startOnce } from "./start-once.ts";
import { describedOptions, type StartDeps } from "./start-options.ts";

export interface DispatchDeps extends StartDeps {
  temporal: Client;
  clock: Clock;
}

/** Signals the running workflow, or starts a new one: the workflow itself finds out what to do. */
async function signalOrStart(deps: DispatchDeps, wanted: WorkflowStart, signal: string): Promise<void> {
  const { temporal } = deps;
  const options = { ...(await describedOptions(deps, wanted)), signal, signalArgs: [] };
  await withDeadline(temporal, () => temporal.workflow.signalWithStart(wanted.workflow, options));
}

/** Starts a workflow. */
async function start(deps: DispatchDeps, wanted: WorkflowStart): Promise<void> {
  const { temporal } = deps;
  const described = await describedOptions(deps, wanted);
  const options = { ...described, workflowIdReusePolicy: "REJECT_DUPLICATE" } as const;
  await withDeadline(temporal, () => startOnce(() => temporal.workflow.start(wanted.workflow, options)));
}

/**
 * Starts the workflow for an event and marks the event as dispatched; throws if Temporal is unreachable. Reads
 * the row: an event whose savepoint was rolled back starts nothing.
 */
export async function dispatchEvent(deps: DispatchDeps, eventId: string): Promise<void> {
  const em = deps.orm.em.fork();
  const event = await em.findOne(Event, { id: eventId });
  if (event === null || event.dispatchedAt) return;
  const wanted = workflowOfEvent({
    id: event.id,
    kind: event.kind,
    subjectId: event.subjectId,
    occurredAt: event.occurredAt.getTime(),
    projectId: event.project?.id ?? null,
    data: event.data,
  });
  if (wanted?.signal !== undefined) await signalOrStart(deps, wanted, wanted.signal);
  else if (wanted !== null) await start(deps, wanted);
  await em.nativeUpdate(Event, { id: eventId }, { dispatchedAt: deps.clock.now() });
}
