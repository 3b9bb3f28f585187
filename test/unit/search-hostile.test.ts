import { describe, expect, it } from "@jest/globals";
import { identifiersIn } from "../../retrieval/index/identifiers.rules.ts";
import { termsOf } from "../../retrieval/index/stem-text.rules.ts";
import { highlight } from "../../retrieval/search/highlight.rules.ts";
import { isQuestion, readableQuery } from "../../retrieval/search/query.rules.ts";
import { threadMs } from "../support/thread-ms.ts";

const SMALL = 20_000;
const TIMES = 8;
/**
 * Eight times the input takes eight times as long; quadratic time would be 64 times. The margin is for cache
 * misses with larger input.
 */
const MAX_GROWTH = 32;

const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length));

const HOSTILE: [string, (length: number) => unknown][] = [
  ["identifiers: words and hyphens", (n) => identifiersIn(filled("ab-", n))],
  ["identifiers: numbers and dots", (n) => identifiersIn(`${filled("1.", n)}x`)],
  ["identifiers: brackets", (n) => identifiersIn(`a1${filled("(a)", n)}x`)],
  ["identifiers: brackets that stay open", (n) => identifiersIn(filled("a1(", n))],
  ["identifiers: one number", (n) => identifiersIn(`${filled("1", n)}x`)],
  ["terms: one word", (n) => termsOf(`${filled("ab", n)}ational`)],
  ["terms: vowels and consonants", (n) => termsOf(`${filled("aabb", n)}iveness`)],
  ["terms: apostrophes", (n) => termsOf(filled("a'", n))],
  ["terms: inner dots", (n) => termsOf(filled("a.", n))],
  ["highlight: one word, everywhere", (n) => highlight(filled("ab ", n), new Set(["ab"]))],
  ["highlight: no space", (n) => highlight(filled("ab,", n), new Set(["ab"]))],
  ["highlight: what HTML escapes", (n) => highlight(filled("<&", n), new Set(["ab"]))],
  ["query: words of one letter", (n) => readableQuery(filled("a ", n))],
  ["question: spaces", (n) => isQuestion(`${filled(" ", n)}a${filled(" ", n)}`)],
];

describe("a caller's query, and its results,", () => {
  it.each(HOSTILE)("take linear time: %s", (_what, work) => {
    work(SMALL);
    const [small, large] = [threadMs(() => work(SMALL)), threadMs(() => work(SMALL * TIMES))];
    expect(large / small).toBeLessThan(MAX_GROWTH);
  });

  it("are cut to the words that a model can read", () => {
    expect(readableQuery("How are doors locked?")).toBe("How are doors locked?");
    const long = filled("word, ", 6 * 300);
    expect(readableQuery(long).match(/word/g)).toHaveLength(256);
    expect(readableQuery(filled("a.", 4_000)).match(/a/g)).toHaveLength(256);
    expect(readableQuery("\uFDFA".repeat(4_000)).length).toBeLessThanOrEqual(4_000);
    expect(readableQuery(`a${"\u{1F512}".repeat(2_000)}`)).toBe(`a${"\u{1F512}".repeat(1_999)}`);
  });

  it("are not treated as a question at such length", () => {
    expect(isQuestion("Who reviews access?")).toBe(true);
    expect(isQuestion(`Who ${filled("reviews ", 500)}?`)).toBe(false);
  });

  it("show the earliest window with the most distinct words", () => {
    const text = `locked ${filled("x ", 400)} doors are locked by keys ${filled("x ", 400)} doors`;
    expect(highlight(text, new Set(termsOf("doors locked keys")))).toContain(
      "<mark>doors</mark> are <mark>locked</mark> by <mark>keys</mark>",
    );
  });
});
