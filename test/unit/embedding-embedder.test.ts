import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Block } from "../../extraction/document.ts";
import { chunkDocument } from "../../retrieval/chunking/chunk-document.ts";
import { loadTokenizer } from "../../retrieval/embedding/tokenizer.ts";
import { createEmbedder } from "../../retrieval/embedding/embedder.ts";
import type { Embedder } from "../../retrieval/embedding/embedder.ts";
import { signSimilarities } from "../../retrieval/embedding/token-signs.rules.ts";
import { documentOf } from "../support/chunkable-blocks.ts";
import { writeTinyModels } from "../support/tiny-models.ts";
import type { TinyModels } from "../support/tiny-models.ts";

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
const long = (words: number): string => Array.from({ length: words }, () => "quarterly review").join(" ");

/** The number of threads of this process with a lowered priority: the 17th field after the name in proc(5). */
const lowered = (): number =>
  readdirSync("/proc/self/task").filter((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]) > 0;
  }).length;

describe("embedder", () => {
  let models: TinyModels;
  let embedder: Embedder;

  beforeAll(async () => {
    models = await writeTinyModels({ slow: true });
    embedder = await createEmbedder({ modelDir: models.modelDir, threads: 2 });
  });
  afterAll(async () => {
    await embedder.close();
    await models.remove();
  });

  it("cuts a document in a thread, while this one continues", async () => {
    const rows = Array.from({ length: 4_000 }, (_, n) => [
      `user ${n}`,
      `role ${n * 7_919}`,
      `host ${n * 104_729}`,
    ]);
    const table: Block = {
      kind: "table",
      header: ["User", "Role", "Host"],
      rows,
      page: null,
      sheet: "A",
    };
    const document = documentOf([{ kind: "paragraph", text: "Access list", page: null }, table]);
    const before = process.threadCpuUsage();
    const chunks = await embedder.chunk(document, "Accesses");
    const here = process.threadCpuUsage(before).user;
    const alone = process.threadCpuUsage();
    expect(chunks).toEqual(
      chunkDocument(document, { title: "Accesses", tokenizer: await loadTokenizer(models.modelDir) }),
    );
    expect(here).toBeLessThan(process.threadCpuUsage(alone).user / 2);
  });

  it("names the model and returns one vector of length 1 per text, in order", async () => {
    expect([embedder.model, embedder.dimension]).toEqual(["tiny", 16]);
    const texts = ["weather rain", "access review policy", "rain", "access review"];
    const vectors = await embedder.embed(texts);
    expect(vectors).toHaveLength(4);
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    expect(cosine(vectors[1]!, vectors[3]!)).toBeGreaterThan(cosine(vectors[1]!, vectors[0]!));
    for (const [index, text] of texts.entries()) {
      const [alone] = await embedder.embed([text]);
      expect(alone).toEqual(vectors[index]);
    }
  });

  const onLinux = process.platform === "linux" ? it : it.skip;
  onLinux("lowers the priority of its own threads only, if it works in the background", async () => {
    const before = lowered();
    const background = await createEmbedder({ modelDir: models.modelDir, threads: 2, inBackground: true });
    expect(lowered()).toBe(before + 2);
    expect(await background.embed(["rain"])).toEqual(await embedder.embed(["rain"]));
    await background.close();
  });

  it("uses the beginning of a long text, and accepts the empty text", async () => {
    const [one, same, empty] = await embedder.embed([long(100), `${long(100)} rain`, ""]);
    expect(one).toEqual(same);
    expect(cosine(empty!, empty!)).toBeCloseTo(1, 5);
    expect(await embedder.embed([])).toEqual([]);
  });

  it("computes in other threads, and runs a query before the rest of a large job", async () => {
    const before = process.threadCpuUsage();
    const began = process.cpuUsage();
    let bulkDone = false;
    const bulk = embedder.embed(Array.from({ length: 120 }, (_, i) => long(10 + (i % 20)))).then(() => {
      bulkDone = true;
    });
    await embedder.embed(["access review"]);
    expect(bulkDone).toBe(false);
    await bulk;
    const here = process.threadCpuUsage(before).user;
    expect(here).toBeLessThan(process.cpuUsage(began).user / 4);
  });

  it("stops waiting when the caller aborts, and continues with others", async () => {
    const controller = new AbortController();
    const given = embedder.embed(
      Array.from({ length: 120 }, () => long(20)),
      controller.signal,
    );
    setImmediate(() => controller.abort(new Error("the caller left")));
    await expect(given).rejects.toThrow("the caller left");
    await expect(embedder.embed(["rain"], AbortSignal.abort(new Error("too late")))).rejects.toThrow(
      "too late",
    );
    expect(await embedder.embed(["rain"])).toHaveLength(1);
  });

  it("reads a question and passages for late interaction", async () => {
    const question = await embedder.embedQuery("access review");
    const [vector] = await embedder.embed(["access review"]);
    expect(question.vector).toEqual(vector);
    expect(question.pieces).toHaveLength(2);
    expect(question.weights).toHaveLength(2);
    const texts = ["review of access", "access rain", "weather rain", ""];
    const passages = await embedder.embedPassages(texts);
    expect(passages.map((passage) => passage.vector)).toEqual(await embedder.embed(texts));
    const [met, half, none, empty] = signSimilarities(
      question,
      passages.map(({ signs }) => signs),
    );
    expect(half!).toBeLessThan(met!);
    expect(none!).toBeLessThan(half!);
    expect(empty).toBe(0);
  });
});

describe("embedder shutdown", () => {
  it("rejects waiting and later tasks", async () => {
    const models = await writeTinyModels({ slow: true });
    const embedder = await createEmbedder({ modelDir: models.modelDir, threads: 1 });
    const waiting = embedder.embed(Array.from({ length: 200 }, () => long(20)));
    const seen = expect(waiting).rejects.toThrow("closed");
    await embedder.close();
    await seen;
    await expect(embedder.embed(["rain"])).rejects.toThrow("closed");
    await models.remove();
  });

  it("names an invalid model file at start", async () => {
    const models = await writeTinyModels();
    await writeFile(join(models.modelDir, "embedding", "model.onnx"), "not a model");
    await expect(createEmbedder({ modelDir: models.modelDir, threads: 2 })).rejects.toThrow(/model\.onnx/u);
    await expect(createEmbedder({ modelDir: join(models.modelDir, "nowhere") })).rejects.toThrow(
      /config\.json/u,
    );
    await models.remove();
  });
});
