import { differences } from "../audit-log/audit.rules.ts";
import { decide } from "../access/decide.ts";
import { conflict, invalid } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { lockOpenProject } from "../projects/lock-project.ts";
import type { Project } from "../projects/project.entity.ts";
import { participantsOf, type LoadParticipant } from "../projects/load-participant.ts";
import { controlReference, recordControlStatus, rescore } from "./control.commands.ts";
import { Control } from "./control.entity.ts";
import {
  isPending,
  newsIn,
  overtakes,
  splitChange,
  statedIn,
  presentChange,
  touchesFigures,
  type PendingChange,
  type StatedChange,
  type StatedField,
  type Statement,
} from "./statement.rules.ts";
import { NO_CHANGE_PENDING, requirePending } from "./require-pending.ts";
import { controlAccess } from "./control.access.ts";

export interface ControlChange extends StatedChange {
  /** null removes the owner. */
  ownerId?: string | null | undefined;
  /** By when it should be complete; null for no date. */
  dueDate?: Date | null | undefined;
  /** The reason for figures without evidence. */
  reason?: string | undefined;
}

/** The control's statements, by API name. */
const auditedFields = (control: Control) => ({
  required_evidence: control.requiredEvidence,
  owner_id: control.owner?.id ?? null,
  due_date: control.dueDate?.toISOString() ?? null,
  not_applicable: control.notApplicable,
  justification: control.justification ?? null,
  progress: control.progress,
  progress_source: control.progressSource,
});

export const FROZEN =
  "The project is in audit: manual figures are frozen until it is active again. Evidence still counts";

/** Completes the change: a reason also justifies, and a justification is also a reason. */
function withReason(control: Control, change: ControlChange, fields: readonly StatedField[]): ControlChange {
  const { reason } = change;
  if (!fields.includes("not_applicable")) return change;
  const isNew = !control.notApplicable;
  const justification = change.justification ?? (change.justification === undefined && isNew ? reason : null);
  if (!justification)
    throw invalid({
      field: "justification",
      error: "is required: give the reason why the control does not apply",
      reason: "justification_required",
    });
  return { ...change, justification, reason: reason ?? (fields.length === 1 ? justification : undefined) };
}

function requireReason({ reason }: ControlChange): string {
  if (reason) return reason;
  throw invalid({
    field: "reason",
    error: "is required: figures set without evidence need a reason",
    reason: "statement_needs_reason",
  });
}

function apply(control: Control, change: StatedChange): void {
  const { requiredEvidence, progress, notApplicable, justification } = change;
  if (requiredEvidence !== undefined) control.require(requiredEvidence);
  if (progress === null) control.deriveProgress();
  else if (progress !== undefined) control.setProgress(progress);
  if (justification !== undefined) control.justification = justification;
  if (notApplicable !== undefined) control.notApplicable = notApplicable;
}

type Word = Omit<Statement, "from">;

/** Applies a change, and records the statement. */
function applyAs(control: Control, change: StatedChange, fields: readonly StatedField[], word: Word | null) {
  const required = control.requiredEvidence;
  apply(control, change);
  if (word !== null) for (const field of fields) control.state(field, word, required);
  control.dropSpentStatements();
}

const spokenBy = ({ actor, clock }: CommandContext, reason: string): Word => ({
  reason,
  said_by: actor.id,
  said_at: clock.now().toISOString(),
  confirmed_by: null,
  confirmed_at: null,
  note: null,
});

/** Does nothing if the same change of the caller is pending already: a lost answer makes clients send it again. */
function propose(ctx: CommandContext, control: Control, change: StatedChange, reason: string): void {
  const { said_by, said_at } = spokenBy(ctx, reason);
  if (isPending({ change, reason, said_by }, control.pendingChange)) return;
  control.pendingChange = { change, reason, said_by, said_at };
  recordEvent(ctx, "control.change_proposed", {
    subject: control,
    data: { control: controlReference(control), change: presentChange(change), reason },
  });
}

/** The resulting changes of the control, by API name. */
async function differenceMade(control: Control, work: () => Promise<void> | void) {
  const [before, from] = [auditedFields(control), control.status];
  await work();
  return { ...differences(before, auditedFields(control)), from };
}

/** The effective change: only differences, with their reason. CONFLICT while such changes are frozen. */
function readChange(control: Control, project: Project, wanted: ControlChange) {
  const news: ControlChange = { ...newsIn(control.stated(), wanted), reason: wanted.reason || undefined };
  if (project.status === "in_audit" && touchesFigures(news))
    throw conflict(FROZEN, { reason: "project_in_audit" });
  // Also of one that was not applicable by itself before its category left the scope.
  const isInScope = project.categories.some((category) => category === control.trustCategory);
  if (!isInScope && news.notApplicable === false)
    throw conflict("Its category is not in the scope of the project: add it to the project's categories", {
      reason: "out_of_scope",
    });
  const fields = statedIn(control.stated(), news);
  const change = withReason(control, news, fields);
  return { change, fields, reason: fields.length === 0 ? null : requireReason(change) };
}

/** Applies the parts that the caller may decide; the rest becomes pending. Returns whether figures may have changed. */
async function updateOne(
  ctx: CommandContext,
  project: Project,
  { control, change: wanted }: ControlInput,
  loadPerson: LoadParticipant,
) {
  const { change, fields, reason } = readChange(control, project, wanted);
  const waits = reason !== null && !decide(ctx.actor, controlAccess["control.state"], control).allowed;
  const { waiting, atOnce } = splitChange(change, waits ? fields : []);
  if (!waits && control.pendingChange && overtakes(change, control.pendingChange))
    control.pendingChange = null;
  const { changed, changes, from } = await differenceMade(control, async () => {
    const { ownerId, dueDate } = wanted;
    if (dueDate !== undefined) control.dueOn(dueDate);
    if (ownerId !== undefined) control.owner = await loadPerson({ field: "owner_id", id: ownerId });
    const word = waits || reason === null ? null : spokenBy(ctx, reason);
    applyAs(control, atOnce, fields, word);
  });
  if (waits) propose(ctx, control, waiting, reason);
  if (changed.length === 0) return false;
  const statedReason = waits || reason === null ? {} : { reason };
  recordEvent(ctx, "control.updated", {
    subject: control,
    data: { control: controlReference(control), changed, ...statedReason },
    changes,
  });
  recordControlStatus(ctx, control, from);
  return true;
}

export interface ControlInput {
  control: Control;
  change: ControlChange;
}

/**
 * Changes the settings of controls: owner, required evidence, applicability, progress. Statements of managers
 * and admins take effect at once; those of the audited party wait (`decideChange`).
 */
export async function updateControls(
  ctx: CommandContext,
  projectId: string,
  inputs: readonly ControlInput[],
): Promise<void> {
  const project = await lockOpenProject(ctx, projectId, "figures");
  const ids = inputs.map(({ control }) => control.id);
  await ctx.em.find(Control, { id: { $in: ids } }, { refresh: true });
  const loadPerson = participantsOf(ctx, project);
  let moved = false;
  for (const input of inputs) moved = (await updateOne(ctx, project, input, loadPerson)) || moved;
  if (moved) await rescore(ctx, project);
}

function confirm(ctx: CommandContext, control: Control, pending: PendingChange, note: string) {
  const { change, reason, said_by, said_at } = pending;
  const word = { ...spokenBy(ctx, reason), said_by, said_at, confirmed_by: ctx.actor.id, note: note || null };
  const fields = statedIn(control.stated(), change);
  applyAs(control, change, fields, { ...word, confirmed_at: ctx.clock.now().toISOString() });
}

export interface ChangeDecision {
  decision: "confirm" | "decline";
  note: string;
}

/** Confirms or discards a statement of the audited party. */
export async function decideChange(
  ctx: CommandContext,
  { control, decision, note }: ChangeDecision & { control: Control },
): Promise<Control> {
  const project = await lockOpenProject(ctx, control.project.id, "figures");
  await ctx.em.refresh(control);
  const pending = requirePending(ctx, control.pendingChange, NO_CHANGE_PENDING);
  const confirms = decision === "confirm";
  // During an audit only the auditor may change figures.
  if (confirms && project.status === "in_audit" && ctx.actor.role !== "auditor")
    throw conflict(FROZEN, { reason: "project_in_audit" });
  const { changes, from } = await differenceMade(control, () => {
    if (confirms) confirm(ctx, control, pending, note);
    control.pendingChange = null;
  });
  const { change, reason, said_by } = pending;
  recordEvent(ctx, confirms ? "control.change_confirmed" : "control.change_declined", {
    subject: control,
    data: { control: controlReference(control), change: presentChange(change), reason, said_by, note },
    changes,
  });
  recordControlStatus(ctx, control, from);
  await rescore(ctx, project);
  return control;
}
