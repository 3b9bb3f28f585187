import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Judgements } from "./ranking-metrics.rules.ts";

const Metadata = z.object({ document: z.string().optional() }).loose().default({});
const Document = z.object({
  _id: z.string(),
  title: z.string().default(""),
  text: z.string(),
  metadata: Metadata,
});
const Query = z.object({ _id: z.string(), text: z.string(), metadata: Metadata });

export type CorpusDocument = z.infer<typeof Document>;
export type JudgedQuery = z.infer<typeof Query> & { judged: Judgements; half: "dev" | "test" };

/** An evaluation set in BEIR format: corpus.jsonl, queries.jsonl, qrels.tsv. */
export interface BeirSet {
  corpus: CorpusDocument[];
  /** Only those with a judgement. */
  queries: JudgedQuery[];
  /** Queries name their document: the search must stay inside it, as in a project. */
  byDocument: boolean;
}

async function readLines<T>(path: string, schema: z.core.$ZodType<T>): Promise<T[]> {
  const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => z.parse(schema, JSON.parse(line)));
}

async function readJudgements(path: string): Promise<Map<string, Map<string, number>>> {
  const judgements = new Map<string, Map<string, number>>();
  const [, ...rows] = (await readFile(path, "utf8")).split("\n");
  for (const row of rows) {
    const [query, document, score] = row.split("\t");
    if (query === undefined || document === undefined || score === undefined) continue;
    const judged = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, judged.set(document, Number(score)));
  }
  return judgements;
}

/** Every second query by a hash of its id: independent of the machine and the order of the file. */
export const halfOf = (queryId: string): "dev" | "test" =>
  (createHash("sha256").update(queryId).digest()[0] ?? 0) % 2 === 0 ? "dev" : "test";

export async function readBeirSet(folder: string): Promise<BeirSet> {
  const corpus = await readLines(join(folder, "corpus.jsonl"), Document);
  const judgements = await readJudgements(join(folder, "qrels.tsv"));
  const queries = (await readLines(join(folder, "queries.jsonl"), Query)).flatMap((query) => {
    const judged = judgements.get(query._id);
    return judged === undefined ? [] : [{ ...query, judged, half: halfOf(query._id) }];
  });
  const byDocument = queries.length > 0 && queries.every((query) => query.metadata.document !== undefined);
  return { corpus, queries, byDocument };
}
