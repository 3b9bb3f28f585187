import { LockMode } from "@mikro-orm/postgresql";
import { recordAccess } from "../audit-log/record-access.ts";
import { Control } from "../controls/control.entity.ts";
import { loadProjectControl } from "../controls/control.queries.ts";
import type { CommandContext } from "../context.ts";
import { conflict, invalid, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { defaultControls } from "../frameworks/counterparts.rules.ts";
import type { Project } from "../projects/project.entity.ts";
import { requireOpenProject } from "../projects/lock-project.ts";
import { createEvidence, datesOf, recordEvidence, type EvidenceTarget } from "./evidence.commands.ts";
import type { Evidence } from "./evidence.entity.ts";
import { loadEvidence } from "./evidence.queries.ts";
import { reuseRefusal } from "./evidence.rules.ts";
import { storeFile, type FileStorage } from "./storage.ts";

export interface Reuse {
  sourceId: string;
  project: Project;
  /** Id or number; by default what the cross map names. */
  controlId?: string | undefined;
  /** Copies the bytes of one piece of evidence to another, by id; may be slow. */
  copy: (from: string, to: string) => Promise<void>;
  projectBytes: FileStorage["projectBytes"];
}

async function targetFor(
  ctx: CommandContext,
  source: Evidence,
  project: Project,
  controlId: string | undefined,
): Promise<EvidenceTarget> {
  if (controlId !== undefined)
    return { project, control: await loadProjectControl(ctx, project, controlId), alsoControls: [] };
  const { number } = await ctx.em.findOneOrFail(Control, { id: source.control.id });
  const from = source.project.framework;
  const [first, ...alsoControls] = defaultControls(from, [number, ...source.alsoControls], project.framework);
  if (first === undefined)
    throw invalid({ field: "control_id", error: "name a control: none in that project matches" });
  return { project, control: await loadProjectControl(ctx, project, first), alsoControls };
}

/** A copy moves the bytes out of their project, like a download. */
async function recordCopy(ctx: CommandContext, source: Evidence, reusedAs: string): Promise<void> {
  const { id, fileName, sha256, project } = source;
  const about = { subjectKind: "evidence", subjectId: id, projectId: project.id };
  const data = { evidence: { id, file_name: fileName, sha256 }, reused_as: reusedAs };
  await recordAccess(ctx, { action: "evidence.downloaded", ...about, data });
}

/** Keeps the file from being deleted until the transaction ends; its own project may be archived. */
async function holdSource({ em }: CommandContext, source: Evidence): Promise<void> {
  const held = await em.refresh(source, { lockMode: LockMode.PESSIMISTIC_READ });
  if (held === null || source.deletedAt) throw notFound("Evidence");
}

function copyRow(ctx: CommandContext, source: Evidence, target: EvidenceTarget): Evidence {
  const { fileName, fileSize: size, sha256, contentType, format, title, description, tags } = source;
  const file = { evidenceId: newId(), fileName, size, sha256, contentType, format };
  const about = { title, description, tags: [...tags], ...datesOf(source) };
  const evidence = createEvidence(ctx, target, file, about);
  evidence.reusedFrom = source.id;
  return evidence;
}

/**
 * Copies a file as new evidence into another project: `pending`, with its own ingestion and review, so that
 * neither search nor files connect the two projects.
 */
export async function reuseEvidence(ctx: CommandContext, input: Reuse): Promise<Evidence> {
  const { project, controlId, copy, projectBytes } = input;
  const source = await loadEvidence(ctx, input.sourceId);
  await requireOpenProject(ctx, project);
  await holdSource(ctx, source);
  const refusal = reuseRefusal(source, project);
  if (refusal !== null) throw conflict(refusal);
  const evidence = copyRow(ctx, source, await targetFor(ctx, source, project, controlId));
  recordEvidence(ctx, "evidence.uploaded", evidence);
  await recordCopy(ctx, source, evidence.id);
  await storeFile(ctx, evidence, { store: () => copy(source.id, evidence.id), projectBytes });
  return evidence;
}
