import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { join } from "node:path";
import { createEmbedder } from "../../retrieval/embedding/embedder.ts";
import type { Embedder } from "../../retrieval/embedding/embedder.ts";
import { createReranker } from "../../retrieval/rerank/create-reranker.ts";
import { probabilityOf } from "../../retrieval/rerank/probability.rules.ts";
import { writeTinyModels } from "../support/tiny-models.ts";
import type { TinyModels } from "../support/tiny-models.ts";

const passages = [
  { prefix: "Weather", text: "rain" },
  { prefix: "Policy", text: "access review and backup" },
  { prefix: "Policy", text: "access" },
];

describe("rerankers", () => {
  let plain: TinyModels;
  let withCrossEncoder: TinyModels;
  let embedder: Embedder;

  beforeAll(async () => {
    plain = await writeTinyModels();
    withCrossEncoder = await writeTinyModels({ crossEncoder: { access: 1, review: 2, rain: -3 } });
    embedder = await createEmbedder({ modelDir: plain.modelDir, threads: 2 });
  });
  afterAll(async () => {
    await embedder.close();
    await Promise.all([plain.remove(), withCrossEncoder.remove()]);
  });

  it("uses late interaction without a cross-encoder", async () => {
    const reranker = await createReranker({ modelDir: plain.modelDir, embedder });
    expect([reranker.kind, reranker.name]).toEqual(["late-interaction", "late interaction (tiny)"]);
    const scores = await reranker.score("access review", passages);
    expect(scores[1]).toBeCloseTo(1, 2);
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    expect(scores[0]!).toBeLessThan(scores[2]!);
    await reranker.close();
    expect(await embedder.embed(["still open"])).toHaveLength(1);
  });

  it("scores query and passage together with the cross-encoder in the model folder", async () => {
    const reranker = await createReranker({ modelDir: withCrossEncoder.modelDir, embedder, threads: 2 });
    expect([reranker.kind, reranker.name]).toEqual(["cross-encoder", "tiny-cross-encoder"]);
    const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));
    // Only the passage counts in this model: if the pair were read as one text, "rain" in the query would
    // count.
    const scores = await reranker.score("rain rain rain", passages);
    [-3, 3, 1].forEach((logit, index) => expect(scores[index]).toBeCloseTo(sigmoid(logit), 5));
    expect(await reranker.score("rain", [])).toEqual([]);
    await reranker.close();
    await expect(reranker.score("rain", passages)).rejects.toThrow("closed");
  });

  it("cuts pairs to the model's input, the passage first", async () => {
    const folder = join(withCrossEncoder.modelDir, "reranker");
    const reranker = await createReranker({ modelDir: plain.modelDir, rerankModel: folder, embedder });
    const text = `access ${"policy ".repeat(200)} rain`;
    const query = "weather ".repeat(300);
    const [score] = await reranker.score(query, [{ prefix: "", text }]);
    expect(score).toBeCloseTo(1 / (1 + Math.exp(-1)), 5);
    await reranker.close();
  });

  it("refuses to start with a RERANK_MODEL that cannot be loaded", async () => {
    const rerankModel = join(plain.modelDir, "nowhere");
    await expect(createReranker({ modelDir: plain.modelDir, rerankModel, embedder })).rejects.toThrow(
      /nowhere/u,
    );
  });

  it("reads one logit as relevance and two as no and yes", () => {
    expect(probabilityOf([0])).toBe(0.5);
    expect(probabilityOf([1, 3])).toBeCloseTo(1 / (1 + Math.exp(-2)));
    expect(() => probabilityOf([1, 2, 3])).toThrow("not 3");
    expect(() => probabilityOf([])).toThrow("not 0");
  });
});
