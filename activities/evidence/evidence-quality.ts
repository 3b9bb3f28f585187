import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { findOriginal, findRejection } from "../../domain/evidence/evidence.queries.ts";
import {
  datesIn,
  judgeQuality,
  namesResponsible,
  requirementOf,
  type Quality,
} from "../../domain/evidence/quality.rules.ts";
import { findFramework } from "../../domain/frameworks/framework.queries.ts";
import { readChunks, readVectors } from "./evidence-passages.ts";
import { readExtracted } from "./evidence-content.ts";
import type { IngestionDeps } from "./ingestion-deps.ts";

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** Cosine between the control and the passage closest to it; null if the file has no passages. */
async function relevance(deps: IngestionDeps, evidence: Evidence): Promise<number | null> {
  const vectors = await readVectors(deps, evidence.shownPassages());
  if (vectors.length === 0) return null;
  const framework = await findFramework({ em: deps.orm.em.fork() }, evidence.project.framework);
  const control = await deps.requirementVector(requirementOf(evidence.control, framework));
  return Math.max(...vectors.map((vector) => cosine(control, vector)));
}

/** Collects the facts about a file and scores it. */
export async function judgeEvidence(deps: IngestionDeps, evidence: Evidence): Promise<Quality> {
  const chunks = await readChunks(deps, evidence.shownPassages());
  const { ocr, hardToRead = false, partial = false } = await readExtracted(deps, evidence.id);
  const text = chunks.map((chunk) => chunk.text).join("\n");
  const em = deps.orm.em.fork();
  // The other steps do not need its control and project.
  const judged = await em.findOneOrFail(Evidence, { id: evidence.id }, { populate: ["control", "project"] });
  const { collectedAt, project } = judged;
  return judgeQuality({
    characters: text.length,
    ocr,
    hardToRead,
    partial,
    dates: [...(collectedAt ? [collectedAt] : []), ...datesIn(text)],
    period: {
      start: judged.periodStart ?? project.periodStart ?? null,
      end: judged.periodEnd ?? project.periodEnd ?? null,
    },
    relevance: await relevance(deps, judged),
    duplicateOf: (await findOriginal({ em }, judged))?.title ?? null,
    rejectedAs: await findRejection({ em }, judged),
    description: judged.description,
    namesResponsible: namesResponsible(text),
  });
}
