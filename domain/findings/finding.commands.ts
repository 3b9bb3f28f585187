import { differences } from "../audit-log/audit.rules.ts";
import { AppError, conflict, invalid, forbidden } from "../../platform/errors.ts";
import { lockRow } from "../../platform/database/lock-row.ts";
import { loadProjectControl } from "../controls/control.queries.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { Project } from "../projects/project.entity.ts";
import { requireOpenProject } from "../projects/lock-project.ts";
import { loadParticipant, participantsOf, type LoadParticipant } from "../projects/load-participant.ts";
import { User } from "../users/user.entity.ts";
import { findRefusedChange } from "./find-refused-change.ts";
import { Finding, FindingComment } from "./finding.entity.ts";
import type { Severity } from "./finding.rules.ts";
import type { RequestedValues } from "./protected-fields.rules.ts";
import { moveFinding, type Transition } from "./move-finding.ts";
import { loadProjectAgent } from "./load-project-agent.ts";
import { findingReference, raiseFinding, recordUpdate } from "./raise-finding.ts";
import { withRisk } from "./with-risk.ts";

export interface FindingInput {
  title: string;
  description: string;
  severity: Severity;
  category: string;
  controlId: string | null;
  integration: string;
  sourceId: string | null;
  agentId: string | null;
  integrationData: Record<string, unknown> | null;
  assignedTo: string | null;
  dueDate: Date | null;
}

async function refuseSecond(ctx: CommandContext, project: Project, input: FindingInput): Promise<void> {
  const { integration, sourceId } = input;
  if (sourceId === null) return;
  const first = await ctx.em.findOne(Finding, { project: project.id, integration, sourceId });
  if (first === null) return;
  const message = `${integration} already reported "${sourceId}": change that finding, or import it again`;
  throw conflict(message, { finding_id: first.id });
}

/**
 * Creates a finding of the caller with status `open`. CONFLICT if its integration has already reported it.
 */
export function createFinding(
  ctx: CommandContext,
  { project, input }: { project: Project; input: FindingInput },
): Promise<Finding> {
  const { controlId, agentId, assignedTo, ...rest } = input;
  return withRisk(ctx, project, async () => {
    await refuseSecond(ctx, project, input);
    return raiseFinding(ctx, project, {
      ...rest,
      control: controlId === null ? null : await loadProjectControl(ctx, project, controlId),
      agent: agentId === null ? null : await loadProjectAgent(ctx, project, agentId),
      assignedTo: await loadParticipant(ctx, project, { field: "assigned_to", id: assignedTo }),
    });
  });
}

export type FindingChange = Partial<
  Pick<
    FindingInput,
    "title" | "description" | "severity" | "category" | "controlId" | "assignedTo" | "dueDate"
  >
>;

/** The text fields of a finding by API name, as comparable texts. */
const statementsOf = (finding: Finding) => ({
  title: finding.title,
  description: finding.description,
  severity: finding.severity,
  category: finding.category,
  control_id: finding.control?.id ?? "",
  assigned_to: finding.assignedTo?.id ?? "",
  due_date: finding.dueDate?.toISOString() ?? "",
});

function refuseProtected(ctx: CommandContext, finding: Finding, to: RequestedValues): void {
  const held = findRefusedChange(ctx, finding, to);
  if (held === null) return;
  const { field, error, reason, cause } = held;
  throw forbidden(error, { cause, details: { field, reason } });
}

async function apply(
  ctx: CommandContext,
  finding: Finding,
  change: FindingChange,
  loadPerson: LoadParticipant,
): Promise<void> {
  const { controlId, assignedTo, severity, dueDate, ...texts } = change;
  const { project } = finding;
  const before = statementsOf(finding);
  const control = controlId == null ? controlId : await loadProjectControl(ctx, project, controlId);
  const control_id = control === null ? null : control?.id;
  refuseProtected(ctx, finding, { ...texts, severity, due_date: dueDate, control_id });
  ctx.em.assign(finding, texts);
  if (control !== undefined) finding.control = control;
  if (assignedTo !== undefined)
    finding.assignedTo = await loadPerson({ field: "assigned_to", id: assignedTo });
  if (severity !== undefined) finding.rate(severity);
  if (dueDate !== undefined) finding.dueOn(dueDate);
  const { changed, changes } = differences(before, statementsOf(finding));
  recordUpdate(ctx, finding, changed, changes);
}

export interface FindingUpdate {
  finding: Finding;
  change: FindingChange;
  transition: Transition | null;
}

async function updateLocked(
  ctx: CommandContext,
  { finding, change, transition }: FindingUpdate,
  loadPerson: LoadParticipant,
): Promise<void> {
  await apply(ctx, finding, change, loadPerson);
  if (transition !== null) moveFinding(ctx, finding, transition);
}

/**
 * Changes the fields of a finding, and then its status, with an event for each. FORBIDDEN if someone else
 * raised it and the caller, who does not decide, would weaken it.
 */
export function updateFinding(ctx: CommandContext, update: FindingUpdate): Promise<Finding> {
  const { finding } = update;
  return withRisk(ctx, finding.project, async () => {
    await lockRow(ctx.em, finding, "Finding");
    await updateLocked(ctx, update, participantsOf(ctx, finding.project));
    return finding;
  });
}

/** Names the finding that a refusal of several changes is about. */
function about({ id, title }: Finding, error: unknown): unknown {
  if (!(error instanceof AppError) || error.status >= 500) return error;
  const { code, message, status, cause } = error;
  const details = { ...error.details, finding_id: id, finding_title: title };
  return new AppError(code, `${title}: ${message}`, { status, cause, details });
}

interface OneOfMany extends FindingUpdate {
  /** Its `updatedAt` as the caller read it; undefined to change it whatever others did. */
  unchangedSince?: Date | undefined;
}

function requireUnchanged({ finding, unchangedSince }: OneOfMany): void {
  if (unchangedSince === undefined || finding.updatedAt.getTime() === unchangedSince.getTime()) return;
  throw new AppError("CONFLICT", "The finding has changed since you read it: read it again", {
    status: 412,
    details: { field: "updated_at", error: "is not the current one" },
  });
}

/** As `updateFinding`, several findings of a project, all or none. The error names the first that cannot be changed. */
export const updateFindings = (
  ctx: CommandContext,
  { project, updates }: { project: Project; updates: readonly OneOfMany[] },
): Promise<void> =>
  withRisk(ctx, project, async () => {
    // Their current state, which the lock of the project keeps.
    const ids = updates.map(({ finding }) => finding.id);
    await ctx.em.find(Finding, { id: { $in: ids } }, { refresh: true });
    const loadPerson = participantsOf(ctx, project);
    for (const update of updates) {
      try {
        requireUnchanged(update);
        await updateLocked(ctx, update, loadPerson);
      } catch (error) {
        throw about(update.finding, error);
      }
    }
  });

/** Adds a comment to a finding, possibly in reply to another. */
export async function commentFinding(
  ctx: CommandContext,
  input: { finding: Finding; text: string; replyTo: string | null },
): Promise<FindingComment> {
  const { finding, text, replyTo } = input;
  await requireOpenProject(ctx, finding.project);
  const answered =
    replyTo === null ? null : await ctx.em.findOne(FindingComment, { id: replyTo, finding: finding.id });
  if (replyTo !== null && answered === null)
    throw invalid({ field: "reply_to", error: "the finding has no comment with this id" });
  const comment = ctx.em.create(FindingComment, {
    finding,
    author: ctx.em.getReference(User, ctx.actor.id),
    replyTo: answered,
    text,
    createdAt: ctx.clock.now(),
  });
  recordEvent(ctx, "finding.commented", {
    subject: finding,
    data: {
      finding: findingReference(finding),
      comment: { id: comment.id, author_id: ctx.actor.id, reply_to: replyTo },
    },
  });
  return comment;
}
