import type { Client } from "@temporalio/client";
import { Event } from "../domain/events/event.entity.ts";
import { workflowOfEvent } from "../domain/events/events-in-use.ts";
import type { WorkflowStart } from "../domain/events/workflow-start.ts";
import type { Clock } from "../platform/clock.ts";
import { signalOrStart, startOnce } from "./start-workflow.ts";
import { describedOptions, type StartDeps } from "./start-options.ts";

export interface DispatchDeps extends StartDeps {
  temporal: Client;
  clock: Clock;
}

async function start(deps: DispatchDeps, { workflow, signal, ...wanted }: WorkflowStart): Promise<void> {
  const options = await describedOptions(deps, { workflow, ...wanted });
  if (signal !== undefined) await signalOrStart(deps.temporal, workflow, options, signal);
  else await startOnce(deps.temporal, workflow, { ...options, workflowIdReusePolicy: "REJECT_DUPLICATE" });
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
  if (wanted !== null) await start(deps, wanted);
  await em.nativeUpdate(Event, { id: eventId }, { dispatchedAt: deps.clock.now() });
}
