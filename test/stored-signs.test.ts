import { expect, test } from "@jest/globals";
import { storableSigns } from "../retrieval/embedding/token-signs.rules.ts";
import { chunkIdOf } from "../retrieval/index/chunk-id.ts";
import { createPassageSigns } from "../retrieval/rerank/passage-signs.ts";
import { createLateInteraction } from "../retrieval/rerank/late-interaction.ts";
import { createChunkStore } from "../retrieval/search/chunk-store.ts";
import { addEvidence, addProject, createSearchDatabase } from "./support/search-database.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const MODEL = "model-a";
/** Every value of a byte. */
const SIGNS = Uint8Array.from({ length: 480 }, (_, n) => n % 256);

const database = await stopAfterAll(createSearchDatabase());
const store = createChunkStore(database.pool);
const texts = ["signed", "signed by another model", "not signed"];
const project = await addProject(database.pool);
const evidenceId = await addEvidence(database.pool, { ...project, title: "Policy", texts });
const ids = texts.map((_, ordinal) => chunkIdOf(evidenceId, ordinal));
const keep = (id: string, signs: Buffer) =>
  database.pool.query("update evidence_chunks set signs = $2 where id = $1", [id, signs]);
await keep(ids[0]!, storableSigns(SIGNS, MODEL));
await keep(ids[1]!, storableSigns(SIGNS, "model-b"));

test("signs are read byte for byte; those of other models are missing", async () => {
  const signs = await store.storedSigns(ids, MODEL);
  expect([...signs.keys()]).toEqual([ids[0]]);
  expect([...signs.get(ids[0]!)!]).toEqual([...SIGNS]);
});

test("late interaction runs the model only on passages without signs", async () => {
  const texts: string[] = [];
  const reranker = createLateInteraction(
    createPassageSigns({
      storedSigns: store.storedSigns,
      embedder: {
        model: MODEL,
        embedPassages: (passages) => {
          texts.push(...passages);
          return Promise.resolve(passages.map(() => ({ vector: new Float32Array(), signs: SIGNS })));
        },
      },
    }),
  );
  const passages = ids.map((chunkId, n) => ({ chunkId, prefix: "", text: `passage ${n}` }));
  const embedding = { vector: new Float32Array(384), pieces: [new Float32Array(384)], weights: [1] };
  const scores = await reranker.score({ text: "Which?", embedding }, passages);
  expect(scores).toHaveLength(3);
  expect(texts).toEqual(["\npassage 1", "\npassage 2"]);
});
