import { newId } from "../../platform/ids.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { eventCatalogue, type EventData, type EventKind } from "./event-catalogue.ts";
import { Event } from "./event.entity.ts";
import { workflowOfEvent } from "./workflows-of-event.rules.ts";

export interface EventInput<K extends EventKind> {
  subjectId: string;
  projectId: string | null;
  data: EventData<K>;
}

/**
 * Writes one event row in the caller's transaction. An event that starts a workflow stays undispatched
 * until that workflow was started: by this process after the commit, or by the relay.
 */
export function recordEvent<K extends EventKind>(
  ctx: CommandContext | SystemContext,
  kind: K,
  input: EventInput<K>,
): void {
  const data = eventCatalogue[kind].parse(input.data) as Record<string, unknown>;
  const now = ctx.clock.now();
  const id = newId();
  const wanted = workflowOfEvent({ ...input, id, kind, data, occurredAt: now.getTime() });
  const dispatchedAt = wanted === null ? now : null;
  ctx.em.persist(
    ctx.em.create(Event, {
      id,
      kind,
      subjectId: input.subjectId,
      projectId: input.projectId,
      actorId: ctx.actor?.id ?? null,
      data,
      occurredAt: now,
      dispatchedAt,
    }),
  );
  ctx.events.push({ id, kind, subjectId: input.subjectId });
}
