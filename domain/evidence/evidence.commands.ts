import { denialOf } from "../access/denial-of.ts";
import { differences } from "../audit-log/audit.rules.ts";
import { forbidden, invalid } from "../../platform/errors.ts";
import type { Control } from "../controls/control.entity.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import type { EventKind } from "../events/event-kinds.ts";
import { recordEvent } from "../events/record-event.ts";
import { requireOpenProject } from "../projects/lock-project.ts";
import type { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import { loadProjectControl } from "../controls/control.queries.ts";
import { recountControls, type ServedControls } from "../controls/control.commands.ts";
import { wrongDates, type EvidenceDates } from "./evidence-dates.rules.ts";
import { evidenceReference, recordExpiry } from "./evidence.events.ts";
import { Evidence } from "./evidence.entity.ts";
import { protectApproval } from "./protect-approval.ts";
import { lockEvidence } from "./lock-evidence.ts";
import { storeFile, type FileStorage } from "./storage.ts";
import { evidenceAccess } from "./evidence.access.ts";

/** A file that was received completely, checked, and stored under the id of its evidence. */
export interface StoredFile {
  evidenceId: string;
  fileName: string;
  size: number;
  sha256: string;
  contentType: string;
  format: string;
}

/** The metadata of a file. */
export interface EvidenceDescription extends EvidenceDates {
  title: string;
  description: string;
  tags: string[];
}

type PlainKind = Extract<EventKind, "evidence.uploaded" | "evidence.deleted">;

export function recordEvidence(
  ctx: CommandContext | SystemContext,
  kind: PlainKind,
  evidence: Evidence,
): void {
  const reused = evidence.reusedFrom ? { reused_from: evidence.reusedFrom } : {};
  recordEvent(ctx, kind, {
    subject: evidence,
    data: { evidence: { ...evidenceReference(evidence), ...reused } },
  });
}

/** The version of a policy that a file was written from. */
export interface FiledPolicy {
  id: string;
  version: number;
}

/** The position of evidence in a project. */
export interface EvidenceTarget {
  project: Project;
  control: Control;
  /** Numbers of further controls that it serves. */
  alsoControls: string[];
}

export function createEvidence(
  ctx: CommandContext,
  { project, control, alsoControls }: EvidenceTarget,
  file: StoredFile,
  about: EvidenceDescription,
): Evidence {
  const now = ctx.clock.now();
  const { evidenceId, size, ...rest } = file;
  const uploadedBy = ctx.em.getReference(User, ctx.actor.id);
  return ctx.em.create(Evidence, {
    ...rest,
    ...about,
    id: evidenceId,
    fileSize: size,
    project,
    control,
    alsoControls: [...alsoControls],
    uploadedBy,
    uploadedAt: now,
    updatedAt: now,
  });
}

/**
 * The numbers of the named further controls, without duplicates and the evidence's own, in the framework's
 * order.
 */
async function requireAlso(
  ctx: CommandContext,
  { project, control }: Pick<EvidenceTarget, "project" | "control">,
  named: readonly string[],
): Promise<string[]> {
  const found = new Map<number, string>();
  for (const name of named) {
    const { id, position, number } = await loadProjectControl(ctx, project, name, "also_controls");
    if (id !== control.id) found.set(position, number);
  }
  return [...found].toSorted(([a], [b]) => a - b).map(([, number]) => number);
}

/** Refuses impossible dates; `before` has the previous ones. */
export function requireDates({ clock }: CommandContext, dates: EvidenceDates, before?: EvidenceDates): void {
  const [first, ...others] = wrongDates(dates, clock.now(), before);
  if (first !== undefined) throw invalid(first, ...others);
}

export interface Upload {
  project: Project;
  controlId: string;
  alsoControls: readonly string[];
  file: StoredFile;
  about: EvidenceDescription;
  filedFrom?: FiledPolicy;
  fileStorage: FileStorage;
}

/** Creates evidence, `pending` and not yet read; the event starts its ingestion. */
export async function uploadEvidence(
  ctx: CommandContext,
  { project, file, about, filedFrom, fileStorage, ...named }: Upload,
): Promise<Evidence> {
  await requireOpenProject(ctx, project);
  requireDates(ctx, about);
  const control = await loadProjectControl(ctx, project, named.controlId);
  const alsoControls = await requireAlso(ctx, { project, control }, named.alsoControls);
  const evidence = createEvidence(ctx, { project, control, alsoControls }, file, about);
  if (filedFrom !== undefined) evidence.fileFrom(filedFrom);
  recordEvidence(ctx, "evidence.uploaded", evidence);
  await storeFile(ctx, evidence, fileStorage);
  return evidence;
}

export type EvidenceChange = Partial<EvidenceDescription> & {
  controlId?: string;
  /** All further controls, by id or number. */
  alsoControls?: string[];
};

/** The metadata of a file by API name, as comparable texts. */
const statementsOf = ({ control, title, description, tags, ...evidence }: Evidence) => ({
  title,
  description,
  tags: tags.join("\n"),
  control_id: control.id,
  also_controls: evidence.alsoControls.join("\n"),
  collected_at: evidence.collectedAt ?? "",
  period_start: evidence.periodStart ?? "",
  period_end: evidence.periodEnd ?? "",
  expires_at: evidence.expiresAt?.toISOString() ?? "",
});

export const datesOf = (evidence: Evidence): EvidenceDates => ({
  collectedAt: evidence.collectedAt ?? null,
  periodStart: evidence.periodStart ?? null,
  periodEnd: evidence.periodEnd ?? null,
  expiresAt: evidence.expiresAt ?? null,
});

const servingOf = ({ control: { id }, alsoControls }: Evidence): ServedControls => ({
  control: { id },
  alsoControls,
});

/** A workflow watches the expiry of approved evidence, so a new expiry is a separate event. */
function changeExpiry(ctx: CommandContext, evidence: Evidence, expiresAt: Date | null): void {
  if ((evidence.expiresAt?.getTime() ?? null) === (expiresAt?.getTime() ?? null)) return;
  evidence.setExpiry(expiresAt);
  if (evidence.stands()) recordExpiry(ctx, "evidence.expiry_changed", evidence);
}

/** The controls that the evidence will serve; null if the change does not affect them. */
async function targetAfter(
  ctx: CommandContext,
  { project, control: own, alsoControls: further }: Evidence,
  { controlId, alsoControls }: EvidenceChange,
): Promise<Omit<EvidenceTarget, "project"> | null> {
  if (controlId === undefined && alsoControls === undefined) return null;
  const control = await loadProjectControl(ctx, project, controlId ?? own.id);
  return { control, alsoControls: await requireAlso(ctx, { project, control }, alsoControls ?? further) };
}

/**
 * Changes the metadata of the file; only a new version changes the file itself. The event updates the
 * dependent passages and the quality.
 */
export async function updateEvidence(
  ctx: CommandContext,
  input: { evidence: Evidence; change: EvidenceChange },
): Promise<Evidence> {
  const { controlId: _control, alsoControls: _further, expiresAt, ...about } = input.change;
  const { evidence } = input;
  await lockEvidence(ctx, evidence);
  const before = datesOf(evidence);
  const after = { ...before, ...input.change };
  requireDates(ctx, after, before);
  const target = await targetAfter(ctx, evidence, input.change);
  await protectApproval(ctx, evidence, { before, after, place: target });
  const [old, served] = [statementsOf(evidence), servingOf(evidence)];
  ctx.em.assign(evidence, { ...about, ...target });
  if (expiresAt !== undefined) changeExpiry(ctx, evidence, expiresAt);
  const { changed, changes } = differences(old, statementsOf(evidence));
  if (changed.length === 0) return evidence;
  evidence.revision += 1;
  recordEvent(ctx, "evidence.updated", {
    subject: evidence,
    data: { evidence: evidenceReference(evidence), changed, revision: evidence.revision },
    changes,
  });
  if (changed.includes("control_id") || changed.includes("also_controls"))
    await recountControls(ctx, evidence.project.id, [served, evidence]);
  return evidence;
}

/** It may have been approved since the access check. */
function refuseDeletion({ actor }: CommandContext, evidence: Evidence): void {
  const cause = denialOf(actor, evidenceAccess["evidence.delete"], evidence);
  if (cause !== null)
    throw forbidden("The evidence has been approved in the meantime, so it cannot be deleted", { cause });
}

/** Hides the evidence at once; a workflow then removes its chunks and files. */
export async function deleteEvidence(ctx: CommandContext, evidence: Evidence): Promise<void> {
  await lockEvidence(ctx, evidence);
  refuseDeletion(ctx, evidence);
  evidence.deletedAt = ctx.clock.now();
  recordEvidence(ctx, "evidence.deleted", evidence);
  await recountControls(ctx, evidence.project.id, [evidence]);
}
