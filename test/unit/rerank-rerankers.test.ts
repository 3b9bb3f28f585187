import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { join } from "node:path";
import { createEmbedder } from "../../retrieval/embedding/embedder.ts";
import type { Embedder } from "../../retrieval/embedding/embedder.ts";
import { createLateInteraction } from "../../retrieval/rerank/late-interaction.ts";
import { createPassageSigns } from "../../retrieval/rerank/passage-signs.ts";
import { createReranker } from "../../retrieval/rerank/create-reranker.ts";
import { probabilityOf } from "../../retrieval/rerank/probability.rules.ts";
import { writeTinyModels } from "../support/tiny-models.ts";
import type { TinyModels } from "../support/tiny-models.ts";

const passages = [
  { chunkId: "a", prefix: "Weather", text: "rain" },
  { chunkId: "b", prefix: "Policy", text: "access review and backup" },
  { chunkId: "c", prefix: "Policy", text: "access" },
];
const textQuery = (text: string) => ({ text, embedding: null });

describe("rerankers", () => {
  let plain: TinyModels;
  let withCrossEncoder: TinyModels;
  let embedder: Embedder;
  /** No passage has stored signs. */
  const unsigned = () => createPassageSigns({ embedder, storedSigns: () => Promise.resolve(new Map()) });

  beforeAll(async () => {
    plain = await writeTinyModels();
    withCrossEncoder = await writeTinyModels({ crossEncoder: { access: 1, review: 2, rain: -3 } });
    embedder = await createEmbedder({ modelDir: plain.modelDir, threads: 2 });
  });
  afterAll(async () => {
    await embedder.close();
    await Promise.all([plain.remove(), withCrossEncoder.remove()]);
  });

  it("uses late interaction when there is no cross-encoder", async () => {
    const reranker = await createReranker({ modelDir: plain.modelDir, passageSigns: unsigned() });
    expect([reranker.kind, reranker.name]).toEqual(["late-interaction", "late interaction (tiny)"]);
    const question = { text: "access review", embedding: await embedder.embedQuery("access review") };
    const scores = (await reranker.score(question, passages)).map(Number);
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
    expect(scores[0]!).toBeLessThan(scores[2]!);
    expect(scores[2]!).toBeLessThan(scores[1]!);
    await reranker.close();
    expect(await embedder.embed(["still open"])).toHaveLength(1);
  });

  it("compares the stored signs of passages, and reads few of the others while a user is waiting", async () => {
    const read: string[] = [];
    const question = { text: "access review", embedding: await embedder.embedQuery("access review") };
    const many = Array.from({ length: 20 }, (_, i) => ({ chunkId: `${i}`, prefix: "", text: "access" }));
    const [one] = await embedder.embedPassages(["access review"]);
    const reranker = createLateInteraction(
      createPassageSigns({
        embedder: {
          model: "tiny",
          embedPassages: (texts, ...rest) => {
            read.push(...texts);
            return embedder.embedPassages(texts, ...rest);
          },
        },
        storedSigns: (ids, model) => {
          expect(model).toBe("tiny");
          return Promise.resolve(new Map(ids.filter((id) => id === "0").map((id) => [id, one!.signs])));
        },
      }),
    );
    const scores = await reranker.score(question, many);
    expect(scores.findIndex((score) => score === null)).toBe(13);
    expect(read).toHaveLength(12);
    expect(scores[0]!).toBeGreaterThan(scores[1]!);
    // The next question finds what was read, and reads some more.
    await reranker.prepare?.(
      many.map(({ chunkId }) => chunkId),
      null,
    );
    expect((await reranker.score(question, many)).every((score) => score !== null)).toBe(true);
    expect(read).toHaveLength(12 + 7);
    expect(reranker.cache?.()).toMatchObject({ entries: 20, hits: 13 });
  });

  it("scores passages that it compared in advance like the others", async () => {
    const ids = passages.map(({ chunkId }) => chunkId);
    const made = await embedder.embedPassages(passages.map(({ prefix, text }) => `${prefix}\n${text}`));
    const stored = new Map(made.map(({ signs }, i) => [ids[i]!, signs]));
    const storedSigns = (wanted: readonly string[]) =>
      Promise.resolve(new Map([...stored].filter(([id]) => wanted.includes(id))));
    const reranker = createLateInteraction(createPassageSigns({ embedder, storedSigns }));
    const ask = async (inAdvance: readonly string[]) => {
      const question = { text: "access review", embedding: await embedder.embedQuery("access review") };
      if (inAdvance.length > 0) await reranker.prepare?.(inAdvance, question.embedding);
      return reranker.score(question, passages);
    };
    const scores = await ask([]);
    expect(new Set(scores).size).toBe(3);
    expect(await ask(["c", "b"])).toEqual(scores);
    expect(await ask(ids)).toEqual(scores);
  });

  it("scores nothing for a question that the model could not read", async () => {
    const reranker = await createReranker({ modelDir: plain.modelDir, passageSigns: unsigned() });
    expect(await reranker.score(textQuery("access"), passages)).toEqual([null, null, null]);
  });

  it("scores query and passage together with the cross-encoder of the models", async () => {
    const reranker = await createReranker({
      modelDir: withCrossEncoder.modelDir,
      passageSigns: unsigned(),
      threads: 2,
    });
    expect([reranker.kind, reranker.name]).toEqual(["cross-encoder", "tiny-cross-encoder"]);
    const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));
    // Only the passage counts in this model: were the pair read as one text, "rain" in the query would show.
    const scores = await reranker.score(textQuery("rain rain rain"), passages);
    [-3, 3, 1].forEach((logit, index) => expect(scores[index]).toBeCloseTo(sigmoid(logit), 5));
    expect(await reranker.score(textQuery("rain"), [])).toEqual([]);
    await reranker.close();
    await expect(reranker.score(textQuery("rain"), passages)).rejects.toThrow("closed");
  });

  it("cuts pairs to the model's input, the passage first", async () => {
    const folder = join(withCrossEncoder.modelDir, "reranker");
    const reranker = await createReranker({
      modelDir: plain.modelDir,
      rerankModel: folder,
      passageSigns: unsigned(),
    });
    const text = `access ${"policy ".repeat(200)} rain`;
    const query = "weather ".repeat(300);
    const [score] = await reranker.score(textQuery(query), [{ chunkId: "a", prefix: "", text }]);
    expect(score).toBeCloseTo(1 / (1 + Math.exp(-1)), 5);
    await reranker.close();
  });

  it("refuses to start with a RERANK_MODEL that cannot be loaded", async () => {
    const rerankModel = join(plain.modelDir, "nowhere");
    await expect(
      createReranker({ modelDir: plain.modelDir, rerankModel, passageSigns: unsigned() }),
    ).rejects.toThrow(/nowhere/u);
  });

  it("reads one logit as relevance and two as no and yes", () => {
    expect(probabilityOf([0])).toBe(0.5);
    expect(probabilityOf([1, 3])).toBeCloseTo(1 / (1 + Math.exp(-2)));
    expect(() => probabilityOf([1, 2, 3])).toThrow("not 3");
    expect(() => probabilityOf([])).toThrow("not 0");
  });
});
