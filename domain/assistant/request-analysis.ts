import type { CommandContext, QueryContext } from "../context.ts";
import { Control } from "../controls/control.entity.ts";
import { EvidenceChunk } from "../evidence/evidence-chunk.entity.ts";
import type { Evidence } from "../evidence/evidence.entity.ts";
import { findFramework } from "../frameworks/framework.queries.ts";
import type { FrameworkControl } from "../frameworks/framework.rules.ts";
import { conflict } from "../../platform/errors.ts";
import { savedTexts } from "../users/saved-texts.ts";
import { readRows } from "../../platform/database/read-rows.ts";
import {
  analyzeEvidence,
  suggestControls,
  type JudgedEvidence,
  whyUnread,
} from "./analyze-evidence.rules.ts";
import { requestJob } from "./job.commands.ts";
import type { AssistantJob } from "./job.entity.ts";
import type { JobResult } from "./job.rules.ts";

type Reading = Pick<QueryContext, "em">;

/** About a project, or about a piece of evidence in it. */
export type RequestedAnalysis =
  | { kind: "gap_analysis" }
  | { kind: "evidence" | "control_suggestion"; evidence: Evidence };

/** The part of a file that is analysed. */
const MAX_PASSAGES = 400;

async function judged({ em }: Reading, evidence: Evidence): Promise<JudgedEvidence> {
  const { evidenceId, revision } = evidence.shownPassages();
  const chunks = await readRows(em, EvidenceChunk, {
    where: { evidence: evidenceId, revision },
    orderBy: { ordinal: "asc" },
    limit: MAX_PASSAGES,
  });
  const { title, fileName, qualityScore, qualityReasons } = evidence;
  return {
    title,
    qualityScore,
    weaknesses: qualityReasons.filter(({ points, of }) => points < of / 2).map(({ message }) => message),
    passages: chunks.map((chunk) => ({
      chunkId: chunk.id,
      evidenceId,
      title,
      fileName,
      page: chunk.page ?? null,
      heading: chunk.headings.join(" > ") || null,
      text: chunk.text,
      similarity: null,
    })),
  };
}

/** The project's controls with the texts of its framework, in its order. */
async function controlsOf(
  { em }: Reading,
  project: { id: string; framework: string },
): Promise<FrameworkControl[]> {
  const framework = await findFramework({ em }, project.framework);
  const rows = await readRows(em, Control, { where: { project: project.id, notApplicable: false } });
  const numbers = new Set(rows.map(({ number }) => number));
  return (framework?.controls ?? []).filter(({ number }) => numbers.has(number));
}

/**
 * Compares a piece of evidence with its own control, or finds controls that it may support. CONFLICT if the
 * file was not read.
 */
async function judgeEvidence(
  ctx: Reading & Pick<QueryContext, "actor">,
  kind: "evidence" | "control_suggestion",
  evidence: Evidence,
): Promise<JobResult> {
  const unread = whyUnread(evidence);
  if (unread !== null) throw conflict(unread, { chunking_status: evidence.chunkingStatus });
  const texts = await savedTexts(ctx);
  const [found, controls] = [await judged(ctx, evidence), await controlsOf(ctx, evidence.project)];
  if (kind === "control_suggestion") return suggestControls(found, controls, texts);
  const [assessed] = await readRows(ctx.em, Control, { where: { id: evidence.control.id } });
  const { number, title } = assessed!;
  const own = controls.find((control) => control.number === number);
  return analyzeEvidence(found, own ?? { number, title, summary: title, evidenceHints: [] }, texts);
}

/** Analyses a piece of evidence at once; a workflow finds the gaps of a project. */
export async function requestAnalysis(
  ctx: CommandContext,
  projectId: string,
  analysis: RequestedAnalysis,
): Promise<AssistantJob> {
  const { kind } = analysis;
  if (kind === "gap_analysis") return requestJob(ctx, { projectId, kind });
  return requestJob(ctx, { projectId, kind, result: await judgeEvidence(ctx, kind, analysis.evidence) });
}
