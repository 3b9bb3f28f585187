import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { SingleBar } from "cli-progress";
import { cacheDir } from "../dev/setup/locations.mjs";
import { StackError } from "../dev/stack/stack-error.ts";
import { readArgs } from "../dev/read-args.ts";
import { readChoice } from "../dev/read-choice.ts";
import { readNumber } from "../dev/read-number.ts";
import { loadConfig, type Config } from "../platform/config.ts";
import { createElasticsearch } from "../platform/retrieval/elasticsearch.ts";
import { createLogger } from "../platform/logger.ts";
import { createEmbedder } from "../retrieval/embedding/embedder.ts";
import { loadTokenizer } from "../retrieval/embedding/tokenizer.ts";
import { createPassageSigns } from "../retrieval/rerank/passage-signs.ts";
import { createReranker } from "../retrieval/rerank/create-reranker.ts";
import { readBeirSet, type BeirSet } from "./support/beir-set.ts";
import { embedCached } from "./support/embedding-cache.ts";
import { chunkCorpus, indexable } from "./support/eval-corpus.ts";
import { METRICS, scoreRankings } from "./support/evaluate-ranking.ts";
import { runQueries, SYSTEMS, type Rankings } from "./support/run-queries.ts";
import { createScratchIndex } from "./support/scratch-index.ts";

const HELP = `npm run eval -- FOLDER [--half dev|test] [--queries N] [--no-rerank]

Measures search on an evaluation set in BEIR format (corpus.jsonl, queries.jsonl, qrels.tsv), with the product's own
chunking, model, index and search. Prints nDCG@10, MRR@10, recall@10 and recall@100 of each stage, for both halves of the
queries. If every query names a document (metadata.document), searches are limited to it, as to a project.

--half       only one half; tune on dev, trust test
--queries    at most N queries of each half (the first in file order)
--no-rerank  skip the slow stage
`;

const options = {
  half: { type: "string" },
  queries: { type: "string" },
  rerank: { type: "boolean", default: true },
} as const;
const { values, folder } = readArgs({ help: HELP, options, operands: ["FOLDER"] }, (given, [path]) => {
  if (statSync(path!, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new StackError(`"${path}" is not a folder`);
  const { half, queries, rerank } = given;
  const halves =
    half === undefined ? (["dev", "test"] as const) : [readChoice("half", half, ["dev", "test"])];
  const most = queries === undefined ? Infinity : readNumber("queries", queries);
  return { values: { halves, most, rerank }, folder: path! };
});

function chosenQueries(set: BeirSet): BeirSet["queries"] {
  const { halves, most } = values;
  return halves.flatMap((half) => set.queries.filter((query) => query.half === half).slice(0, most));
}

function printTable(queries: BeirSet["queries"], rankings: Rankings): void {
  const parts = [
    ["dev", queries.filter((query) => query.half === "dev")],
    ["test", queries.filter((query) => query.half === "test")],
    ["all", queries],
  ] as const;
  process.stdout.write(
    `\n| half | queries | stage | ${METRICS.join(" | ")} |\n|--|--|--|${METRICS.map(() => "--|").join("")}\n`,
  );
  for (const [half, part] of parts)
    for (const system of SYSTEMS) {
      const ranked = rankings.get(system);
      if (ranked === undefined || part.length === 0) continue;
      const scores = scoreRankings(part, ranked);
      const cells = METRICS.map((metric) => scores[metric].toFixed(3)).join(" | ");
      process.stdout.write(`| ${half} | ${part.length} | ${system} | ${cells} |\n`);
    }
}

const bar = (what: string, total: number): SingleBar => {
  const made = new SingleBar({
    format: `${what} {bar} {value}/{total}`,
    clearOnComplete: true,
    noTTYOutput: false,
  });
  made.start(total, 0);
  return made;
};

const settingsOf = (config: Config) => ({
  semanticWeight: config.SEMANTIC_WEIGHT,
  keywordWeight: config.KEYWORD_WEIGHT,
  rerankTopK: config.RERANK_TOP_K,
});

async function evaluate(folder: string): Promise<void> {
  const config = loadConfig();
  const set = await readBeirSet(folder);
  const queries = chosenQueries(set);
  const [client, tokenizer, embedder, modelBytes] = [
    createElasticsearch(config),
    await loadTokenizer(config.MODEL_DIR),
    await createEmbedder({ modelDir: config.MODEL_DIR }),
    await readFile(join(config.MODEL_DIR, "embedding", "model.onnx")),
  ];
  const signs = new Map<string, Uint8Array>();
  const reranker = await createReranker({
    modelDir: config.MODEL_DIR,
    rerankModel: config.RERANK_MODEL,
    passageSigns: createPassageSigns({
      embedder,
      storedSigns: (ids) => Promise.resolve(new Map(ids.map((id) => [id, signs.get(id)!]))),
    }),
  });
  const index = await createScratchIndex(client, embedder);
  try {
    const chunks = chunkCorpus(set, tokenizer);
    const cache = { embedder, modelBytes, folder: join(cacheDir(), "eval") };
    const embedding = bar("Embedding passages", chunks.length);
    const embeddings = await embedCached(
      cache,
      chunks.map((chunk) => chunk.input),
      (n) => embedding.update(n),
    );
    embedding.stop();
    for (const [i, { stored }] of chunks.entries()) signs.set(stored.chunkId, embeddings[i]!.signs);
    await index.put(chunks.map((chunk, i) => indexable(chunk, embeddings[i]!.vector)));
    const asking = bar("Asking", queries.length);
    const rankings = await runQueries({
      set,
      queries,
      embedder,
      chunks,
      client,
      chunkIndex: index.chunkIndex,
      reranker: values.rerank ? reranker : null,
      settings: settingsOf(config),
      logger: createLogger("eval", "warn"),
      onQuery: () => asking.increment(),
    });
    asking.stop();
    const reader = values.rerank ? reranker.name : "no reranker";
    process.stdout.write(
      `\n${basename(folder)}: ${set.corpus.length} documents, ${chunks.length} passages; ${embedder.model}; ${reader}; ` +
        `analysis ${index.chunkIndex.meta.analysis}${set.byDocument ? "; inside one document" : ""}\n`,
    );
    printTable(queries, rankings);
  } finally {
    await index.drop();
    for (const opened of [reranker, embedder, client]) await opened.close();
  }
}

await evaluate(folder);
