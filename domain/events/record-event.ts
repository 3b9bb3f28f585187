import { z } from "zod";
import { newId } from "../../platform/ids.ts";
import { AuditIntake } from "../audit-log/audit-intake.entity.ts";
import type { FieldChanges } from "../audit-log/audit.rules.ts";
import { intakeRow } from "../audit-log/record-access.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { projectTarget } from "../project-target.ts";
import type { EventData, EventKind } from "./event-kinds.ts";
import { definitionOf, subjectKindOf, workflowOfEvent } from "./events-in-use.ts";
import { Event } from "./event.entity.ts";
import { ownerOfEvent } from "./event.rules.ts";

export interface EventInput<K extends EventKind> {
  subjectId: string;
  projectId: string | null;
  data: EventData<K>;
  /** For the audit log, if the command knows them. */
  changes?: FieldChanges;
  /** For a deletion: see the entity. */
  heardBy?: string[];
}

/** Writes the event into the audit intake under its own id. */
function audit(
  ctx: CommandContext | SystemContext,
  event: { id: string; kind: EventKind; occurredAt: Date; data: Record<string, unknown> },
  { subjectId, projectId, changes }: Pick<EventInput<EventKind>, "subjectId" | "projectId" | "changes">,
): void {
  const { id, kind: action, occurredAt, data } = event;
  const noted = { action, subjectKind: subjectKindOf(action), subjectId, projectId };
  const withChanges = changes === undefined ? data : { ...data, changes };
  ctx.em.persist(
    ctx.em.create(AuditIntake, { ...intakeRow(ctx, { ...noted, data: withChanges }), id, occurredAt }),
  );
}

/**
 * Writes an event row in the caller's transaction, and its audit record. An event with a workflow stays
 * undispatched until the workflow was started: by this process after the commit, or by the relay. The event
 * relay then passes it to its receivers. Returns its id.
 */
export function recordEvent<K extends EventKind>(
  ctx: CommandContext | SystemContext,
  kind: K,
  input: EventInput<K>,
): string {
  const data = z.parse(definitionOf(kind).data, input.data);
  const now = ctx.clock.now();
  const id = newId();
  const { subjectId, projectId } = input;
  const wanted = workflowOfEvent({ ...input, id, kind, data, occurredAt: now.getTime() });
  ctx.em.persist(
    ctx.em.create(Event, {
      id,
      kind,
      subjectId,
      project: projectId === null ? null : ctx.em.getReference(projectTarget(), projectId),
      actorId: ctx.actor?.id ?? null,
      ownerId: ownerOfEvent(data, projectId),
      data,
      ...(input.heardBy && { heardBy: input.heardBy }),
      occurredAt: now,
      dispatchedAt: wanted === null ? now : null,
    }),
  );
  audit(ctx, { id, kind, occurredAt: now, data }, input);
  if (wanted !== null) ctx.events.push({ id, kind });
  return id;
}
