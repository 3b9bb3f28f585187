import { beforeEach, expect, test } from "@jest/globals";
import { setImmediate as turn } from "node:timers/promises";
import { embedInParts, PART } from "../../activities/evidence/embed-in-parts.ts";
import { BlobNotFound } from "../../platform/blobs/blobs.ts";
import { wordEmbedder } from "../support/word-embedder.ts";

const FOLDER = "evidence/e/passages/0/embedded";
const signal = new AbortController().signal;
const stored = new Map<string, Buffer>();
const blobs = {
  get: (key: string) => {
    const found = stored.get(key);
    return found === undefined ? Promise.reject(new BlobNotFound(key)) : Promise.resolve(found);
  },
  put: (key: string, bytes: Buffer) => Promise.resolve(void stored.set(key, bytes)),
  removeAll: (folder: string) => {
    for (const key of stored.keys()) if (key.startsWith(`${folder}/`)) stored.delete(key);
    return Promise.resolve();
  },
};
beforeEach(() => stored.clear());

const words = wordEmbedder();
/** The texts that the model has read. */
let read: string[] = [];
const embedderWith = (mayRead: (text: string) => boolean, model = "words") => ({
  model,
  dimension: words.dimension,
  embedPassages: async (texts: readonly string[]) => {
    if (!texts.every(mayRead)) throw new Error("the step took too long");
    read.push(...texts);
    const made = await words.embedPassages(texts);
    return made.map(({ vector }, at) => ({ vector, signs: new Uint8Array(at % 5).fill(at) }));
  },
});
const textsOf = (count: number) => Array.from({ length: count }, (_, at) => `passage ${at}`);
const embed = (texts: readonly string[], embedder = embedderWith(() => true)) =>
  embedInParts({ blobs, embedder }, { texts, folder: FOLDER }, signal);

test("what an attempt has embedded is not embedded again by the next one", async () => {
  const texts = textsOf(2 * PART + 7);
  read = [];
  const atOnce = await embed(texts);
  await atOnce.removeParts();
  const late = new Set(texts.slice(PART, PART + 1));
  await expect(
    embed(
      texts,
      embedderWith((text) => !late.has(text)),
    ),
  ).rejects.toThrow("too long");
  read = [];
  const { embeddings, removeParts } = await embed(texts);
  expect(read).toEqual(texts.slice(PART, 2 * PART));
  expect(embeddings).toEqual(atOnce.embeddings);
  await removeParts();
  expect([...stored.keys()]).toEqual([]);
});

test("another model and other texts begin again", async () => {
  const texts = textsOf(PART + 1);
  await embed(texts);
  read = [];
  await embed(
    texts,
    embedderWith(() => true, "another"),
  );
  expect(read).toHaveLength(texts.length);
  read = [];
  await embed([...texts.slice(0, PART), "changed"]);
  expect(read).toEqual(["changed"]);
});

test("a short document is embedded at once, and nothing is kept", async () => {
  const { embeddings } = await embed(textsOf(PART));
  expect([embeddings.length, stored.size]).toEqual([PART, 0]);
});

test("nothing is written after it has failed: it ends with its last part", async () => {
  const first = Promise.withResolvers<undefined>();
  const embedder = {
    ...embedderWith(() => true),
    embedPassages: async (texts: readonly string[]) => {
      if (texts[0] !== "passage 0") throw new Error("the model failed");
      await first.promise;
      return words.embedPassages(texts);
    },
  };
  const running = embedInParts({ blobs, embedder }, { texts: textsOf(PART + 1), folder: FOLDER }, signal);
  const keptAtItsEnd = running.catch(() => stored.size);
  await turn();
  first.resolve(undefined);
  expect(await keptAtItsEnd).toBe(1);
});

test("a cancelled attempt keeps nothing more", async () => {
  const stopping = new AbortController();
  const embedder = {
    ...embedderWith(() => true),
    embedPassages: async (texts: readonly string[]) => {
      stopping.abort(new Error("the worker ends"));
      return words.embedPassages(texts);
    },
  };
  const given = { texts: textsOf(PART + 1), folder: FOLDER };
  await expect(embedInParts({ blobs, embedder }, given, stopping.signal)).rejects.toThrow("the worker ends");
  expect(stored.size).toBe(0);
});
