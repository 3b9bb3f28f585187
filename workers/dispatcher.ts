import { WorkflowExecutionAlreadyStartedError, type Client } from "@temporalio/client";
import type { MikroORM } from "@mikro-orm/postgresql";
import { SearchAttributeType, TypedSearchAttributes, defineSearchAttributeKey } from "@temporalio/common";
import { Event } from "../domain/events/event.entity.ts";
import { workflowOfEvent, type WorkflowStart } from "../domain/events/workflows-of-event.rules.ts";
import type { Clock } from "../platform/clock.ts";
import { TEMPORAL_TIMEOUT_MS } from "../platform/temporal.ts";

export interface DispatcherDeps {
  orm: MikroORM;
  temporal: Client;
  taskQueue: string;
  clock: Clock;
}

const keyOf = (name: "EvidenceId" | "ProjectId") =>
  defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);

const attributesOf = ({ searchAttributes }: WorkflowStart): TypedSearchAttributes =>
  new TypedSearchAttributes(
    (["EvidenceId", "ProjectId"] as const).flatMap((name) => {
      const value = searchAttributes[name];
      return value === undefined ? [] : [{ key: keyOf(name), value }];
    }),
  );

/** Sends the signal to the run there is, or to a new one: the workflow looks for itself what there is to do. */
async function signalOrStart(
  { temporal, taskQueue }: DispatcherDeps,
  wanted: WorkflowStart,
  signal: string,
): Promise<void> {
  const { workflow, workflowId, args } = wanted;
  await temporal.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, () =>
    temporal.workflow.signalWithStart(workflow, {
      workflowId,
      args,
      signal,
      signalArgs: [],
      taskQueue,
      typedSearchAttributes: attributesOf(wanted),
    }),
  );
}

/** Starts a workflow; one that was started before counts as success. */
async function start({ temporal, taskQueue }: DispatcherDeps, wanted: WorkflowStart): Promise<void> {
  const { workflow, workflowId, args } = wanted;
  const options = {
    workflowId,
    args,
    taskQueue,
    typedSearchAttributes: attributesOf(wanted),
    workflowIdReusePolicy: "REJECT_DUPLICATE",
  } as const;
  try {
    await temporal.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, () =>
      temporal.workflow.start(workflow, options),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Starts the workflow an event calls for and marks the event; throws when Temporal cannot be reached. */
export async function dispatchEvent(deps: DispatcherDeps, eventId: string): Promise<void> {
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
