import { z } from "zod";
import { newIdAt } from "../../platform/ids.ts";
import { AuditIntake } from "../audit-log/audit-intake.entity.ts";
import type { FieldChanges } from "../audit-log/audit.rules.ts";
import { intakeRow } from "../audit-log/record-access.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { projectTarget } from "../project-target.ts";
import type { EventData, EventKind } from "./event-kinds.ts";
import { definitionOf, subjectKindOf, workflowOfEvent } from "./events-in-use.ts";
import { Event } from "./event.entity.ts";
import { ownerOfEvent } from "./event.rules.ts";
import type { DispatchableEvent } from "./workflow-start.ts";

export interface EventInput<K extends EventKind> {
  /** The row it is about: a project, a row of one, or one outside projects. */
  subject: { id: string; project?: { id: string } | null };
  data: EventData<K>;
  /** For the audit log, if the command knows them. */
  changes?: FieldChanges | undefined;
  /** For a deletion: see the entity. */
  heardBy?: string[];
}

/** Writes the event into the audit intake under its own id. */
function audit(
  ctx: CommandContext | SystemContext,
  { id, kind: action, subjectId, projectId, data, occurredAt }: DispatchableEvent,
  changes: FieldChanges | undefined,
): void {
  const noted = { action, subjectKind: subjectKindOf(action), subjectId, projectId };
  const row = intakeRow(ctx, { ...noted, data: changes === undefined ? data : { ...data, changes } });
  ctx.em.create(AuditIntake, { ...row, id, occurredAt: new Date(occurredAt) });
}

/**
 * Writes an event row in the caller's transaction, and its audit record. An event with a workflow stays
 * undispatched until the workflow was started: by this process after the commit, or by the relay. The event
 * relay then passes it to its receivers. Returns its id.
 */
export function recordEvent<K extends EventKind>(
  ctx: CommandContext | SystemContext,
  kind: K,
  { subject, data: given, changes, heardBy }: EventInput<K>,
): string {
  if (!ctx.em.isInTransaction())
    throw new Error(`${kind} is recorded outside a transaction: it would be lost`);
  const now = ctx.clock.now();
  const id = newIdAt(now.getTime());
  const data = z.parse(definitionOf(kind).data, given);
  const subjectId = subject.id;
  const projectId = subjectKindOf(kind) === "project" ? subjectId : (subject.project?.id ?? null);
  const event = { id, kind, subjectId, projectId, data, occurredAt: now.getTime() };
  const wanted = workflowOfEvent(event);
  ctx.em.create(Event, {
    id,
    kind,
    subjectId,
    project: projectId === null ? null : ctx.em.getReference(projectTarget(), projectId),
    actorId: ctx.actor?.id ?? null,
    ownerId: ownerOfEvent(data, projectId),
    data,
    ...(heardBy && { heardBy }),
    occurredAt: now,
    dispatchedAt: wanted === null ? now : null,
  });
  audit(ctx, event, changes);
  if (wanted !== null) ctx.events.push({ id, kind });
  return id;
}
