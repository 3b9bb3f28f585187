import { Evidence, type Rejection } from "../../domain/evidence/evidence.entity.ts";
import {
  datesIn,
  judgeQuality,
  namesResponsible,
  type Quality,
} from "../../domain/evidence/quality.rules.ts";
import { findFramework } from "../../domain/frameworks/framework.queries.ts";
import { readChunks, readVectors } from "./evidence-passages.ts";
import { readExtracted } from "./evidence-content.ts";
import type { IngestionDeps } from "./ingestion-deps.ts";

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** The requirement of the control, as worded in the catalogue. */
async function controlText({ orm }: IngestionDeps, evidence: Evidence): Promise<string> {
  const { number, title } = evidence.control;
  const framework = await findFramework({ em: orm.em.fork() }, evidence.project.framework);
  const control = framework?.controls.find((one) => one.number === number);
  return control === undefined
    ? `${number} ${title}`
    : [title, control.summary, ...control.evidenceHints].join("\n");
}

/** Cosine between the control and the passage closest to it; null if the file has no passages. */
async function relevance(deps: IngestionDeps, evidence: Evidence): Promise<number | null> {
  const vectors = await readVectors(deps, evidence.shownPassages());
  if (vectors.length === 0) return null;
  const [control] = await deps.embedder.embed([await controlText(deps, evidence)]);
  return Math.max(...vectors.map((vector) => cosine(control!, vector)));
}

/** Title of older evidence in the project with the same bytes. */
async function duplicateOf(deps: IngestionDeps, evidence: Evidence): Promise<string | null> {
  const older = {
    project: evidence.project.id,
    sha256: evidence.sha256,
    id: { $lt: evidence.id },
    deletedAt: null,
    status: { $ne: "superseded" },
  } as const;
  return (await deps.orm.em.fork().findOne(Evidence, older, { orderBy: { id: "asc" } }))?.title ?? null;
}

/** The rejection of the same bytes earlier in the project, whatever happened to that evidence later. */
async function rejectedAs({ orm }: IngestionDeps, { id }: Evidence): Promise<Rejection | null> {
  const found = await orm.em.fork().findOne(Evidence, { id }, { populate: ["rejectedBefore"] });
  return found?.rejectedBefore ?? null;
}

/** Collects the facts about a file and scores it. */
export async function judgeEvidence(deps: IngestionDeps, evidence: Evidence): Promise<Quality> {
  const chunks = await readChunks(deps, evidence.shownPassages());
  const { ocr, pageCount, partial = false } = await readExtracted(deps, evidence.id);
  const text = chunks.map((chunk) => chunk.text).join("\n");
  const { collectedAt, project } = evidence;
  return judgeQuality({
    characters: text.length,
    pages: pageCount,
    ocr,
    partial,
    dates: [...(collectedAt ? [collectedAt] : []), ...datesIn(text)],
    period: {
      start: evidence.periodStart ?? project.periodStart ?? null,
      end: evidence.periodEnd ?? project.periodEnd ?? null,
    },
    relevance: await relevance(deps, evidence),
    duplicateOf: await duplicateOf(deps, evidence),
    rejectedAs: await rejectedAs(deps, evidence),
    description: evidence.description,
    namesResponsible: namesResponsible(text),
  });
}
