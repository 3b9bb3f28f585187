import { LockMode } from "@mikro-orm/postgresql";
import { fieldChanges } from "../audit/audit.rules.ts";
import { conflict, invalid, notFound } from "../../platform/errors.ts";
import type { Control } from "../controls/control.entity.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import type { EventKind } from "../events/event-catalogue.ts";
import { recordEvent } from "../events/record-event.ts";
import { requireOpenProject } from "../projects/require-open-project.ts";
import type { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import { recountControls } from "../controls/control.commands.ts";
import { evidenceReference, recordExpiry } from "./evidence.events.ts";
import { Evidence } from "./evidence.entity.ts";
import { findControl } from "./evidence.queries.ts";

/** A file that was received whole, checked, and stored under the evidence's id. */
export interface StoredFile {
  evidenceId: string;
  fileName: string;
  size: number;
  sha256: string;
  contentType: string;
  format: string;
}

/** What people say about a file; dates are `YYYY-MM-DD`. */
export interface EvidenceDescription {
  title: string;
  description: string;
  tags: string[];
  collectedAt: string | null;
  periodStart: string | null;
  periodEnd: string | null;
  expiresAt: Date | null;
}

type PlainKind = Extract<EventKind, "evidence.uploaded" | "evidence.deleted">;

function record(ctx: CommandContext | SystemContext, kind: PlainKind, evidence: Evidence): void {
  recordEvent(ctx, kind, {
    subjectId: evidence.id,
    projectId: evidence.project.id,
    data: { evidence: evidenceReference(evidence) },
  });
}

function createEvidence(
  ctx: CommandContext,
  project: Project,
  control: Control,
  file: StoredFile,
  about: EvidenceDescription,
): Evidence {
  const now = ctx.clock.now();
  const { evidenceId, size, ...rest } = file;
  const uploadedBy = ctx.em.getReference(User, ctx.actor.id);
  const evidence = ctx.em.create(Evidence, {
    ...rest,
    ...about,
    id: evidenceId,
    fileSize: size,
    project,
    control,
    uploadedBy,
    uploadedAt: now,
    updatedAt: now,
  });
  ctx.em.persist(evidence);
  return evidence;
}

/** The project's control the caller named, or a VALIDATION_ERROR. */
export async function requireControl(
  ctx: Pick<CommandContext, "em">,
  project: Project,
  idOrNumber: string,
): Promise<Control> {
  const control = await findControl(ctx, project.id, idOrNumber);
  if (control === null)
    throw invalid({ field: "control_id", error: `the project has no control "${idOrNumber}"` });
  return control;
}

/** Puts a received file where evidence lies; it may take its time. */
type Store = () => Promise<void>;

/** New evidence, `pending` and not yet read; the event starts its ingestion. */
export async function uploadEvidence(
  ctx: CommandContext,
  input: { project: Project; controlId: string; file: StoredFile; about: EvidenceDescription; store: Store },
): Promise<Evidence> {
  await requireOpenProject(ctx, input.project);
  const control = await requireControl(ctx, input.project, input.controlId);
  const evidence = createEvidence(ctx, input.project, control, input.file, input.about);
  record(ctx, "evidence.uploaded", evidence);
  await ctx.em.flush();
  await input.store();
  await recountControls(ctx, input.project.id, [control.id]);
  return evidence;
}

export type EvidenceChange = Partial<EvidenceDescription> & { controlId?: string };

/** What people say about a file, by the names of the API, as texts to compare. */
const statementsOf = ({ control, title, description, tags, ...evidence }: Evidence): Map<string, string> =>
  new Map(
    Object.entries({
      title,
      description,
      tags: tags.join("\n"),
      control_id: control.id,
      collected_at: evidence.collectedAt ?? "",
      period_start: evidence.periodStart ?? "",
      period_end: evidence.periodEnd ?? "",
      expires_at: evidence.expiresAt?.toISOString() ?? "",
    }),
  );

/** Approved evidence is watched until its end, so a new end is news of its own. */
function changeExpiry(ctx: CommandContext, evidence: Evidence, expiresAt: Date | null): void {
  if ((evidence.expiresAt?.getTime() ?? null) === (expiresAt?.getTime() ?? null)) return;
  evidence.setExpiry(expiresAt);
  if (evidence.stands()) recordExpiry(ctx, "evidence.expiry_changed", evidence);
}

/**
 * Changes what people say about the file; the file itself changes only by a new version. The event has the passages and
 * the quality that rest on it made anew.
 */
export async function updateEvidence(
  ctx: CommandContext,
  input: { evidence: Evidence; change: EvidenceChange },
): Promise<Evidence> {
  const { controlId, expiresAt, ...about } = input.change;
  const { evidence } = input;
  await requireOpenProject(ctx, evidence.project);
  // Of two callers at once the second waits, so that each change has a revision of its own.
  await ctx.em.refresh(evidence, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (evidence.deletedAt) throw notFound("Evidence");
  const [before, controlBefore] = [statementsOf(evidence), evidence.control.id];
  if (controlId !== undefined) evidence.control = await requireControl(ctx, evidence.project, controlId);
  ctx.em.assign(evidence, about);
  if (expiresAt !== undefined) changeExpiry(ctx, evidence, expiresAt);
  const after = statementsOf(evidence);
  const changed = [...after.keys()].filter((name) => before.get(name) !== after.get(name));
  if (changed.length === 0) return evidence;
  evidence.revision += 1;
  const data = {
    evidence: evidenceReference(evidence),
    changed,
    revision: evidence.revision,
  };
  recordEvent(ctx, "evidence.updated", {
    subjectId: evidence.id,
    projectId: evidence.project.id,
    data,
    changes: fieldChanges(changed, before, after),
  });
  await ctx.em.flush();
  if (evidence.control.id !== controlBefore)
    await recountControls(ctx, evidence.project.id, [controlBefore, evidence.control.id]);
  return evidence;
}

/** Hides the evidence at once; a workflow then removes its chunks and files. */
export async function deleteEvidence(ctx: CommandContext, evidence: Evidence): Promise<void> {
  await requireOpenProject(ctx, evidence.project);
  evidence.deletedAt = ctx.clock.now();
  record(ctx, "evidence.deleted", evidence);
  await recountControls(ctx, evidence.project.id, [evidence.control.id]);
}

/** A new file for the same proof: the older one stays downloadable as `superseded` and leaves the index. */
export async function addEvidenceVersion(
  ctx: CommandContext,
  input: { previous: Evidence; file: StoredFile; about: EvidenceDescription; store: Store },
): Promise<Evidence> {
  const { previous } = input;
  await requireOpenProject(ctx, previous.project);
  if (previous.status === "superseded")
    throw conflict("This evidence was already replaced: add the version to the newest one");
  const evidence = createEvidence(ctx, previous.project, previous.control, input.file, input.about);
  evidence.version = previous.version + 1;
  evidence.previous = previous;
  previous.status = "superseded";
  const data = { evidence: evidenceReference(previous), superseded_by: evidence.id };
  recordEvent(ctx, "evidence.superseded", { subjectId: previous.id, projectId: previous.project.id, data });
  record(ctx, "evidence.uploaded", evidence);
  await ctx.em.flush();
  await input.store();
  await recountControls(ctx, previous.project.id, [previous.control.id]);
  return evidence;
}

/** Another try for evidence whose ingestion failed. */
export async function retryIngestion(ctx: CommandContext, evidence: Evidence): Promise<Evidence> {
  await requireOpenProject(ctx, evidence.project);
  if (evidence.chunkingStatus !== "FAILED")
    throw conflict(`Only a failed ingestion can be tried again; this one is ${evidence.chunkingStatus}`);
  evidence.restartIngestion();
  const data = { evidence: evidenceReference(evidence), attempt: evidence.ingestionAttempt };
  recordEvent(ctx, "evidence.retried", { subjectId: evidence.id, projectId: evidence.project.id, data });
  await ctx.em.flush();
  return evidence;
}
