import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { highlightParts } from "../../web/src/features/search/highlight-parts.ts";

const plain = (text: string) => ({ text, isMarked: false });
const marked = (text: string) => ({ text, isMarked: true });

describe("the parts of a highlight", () => {
  test("are its marked words and what is between them", () => {
    expect(highlightParts("All <mark>access</mark> is <mark>reviewed</mark>.")).toEqual([
      plain("All "),
      marked("access"),
      plain(" is "),
      marked("reviewed"),
      plain("."),
    ]);
  });

  test("are read, not run: entities become characters, each of them once", () => {
    expect(highlightParts("a &lt;b&gt; &amp;lt; <mark>&quot;c&#39;</mark>")).toEqual([
      plain("a <b> &lt; "),
      marked("\"c'"),
    ]);
  });

  test("begin at a word shortly before the first mark", () => {
    const [first, second] = highlightParts(`${"word ".repeat(40)}<mark>found</mark>`);
    expect(first!.text).toMatch(/^… word (word )+$/);
    expect(first!.text.length).toBeLessThan(64);
    expect(second).toEqual(marked("found"));
  });

  test("begin between two characters, if there is no word before the first mark", () => {
    for (const before of ["\u{1F512}".repeat(60), `${"\u{1F512}".repeat(60)}x`]) {
      const [first] = highlightParts(`${before}<mark>found</mark>`);
      expect(first!.text.isWellFormed()).toBe(true);
      expect(before.endsWith(first!.text.replace("… ", ""))).toBe(true);
    }
  });

  test("are the end of the text, whatever it contains", () => {
    const escaped = (text: string): string =>
      text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    const texts = fc.string({ unit: "grapheme-composite", maxLength: 200 });
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const parts = highlightParts(`${escaped(before)}<mark>&lt;mark&gt;</mark>${escaped(after)}`);
        const read = parts.map(({ text }) => text).join("");
        expect(read.isWellFormed()).toBe(true);
        expect(`${before}<mark>${after}`.endsWith(read.replace(/^… /, ""))).toBe(true);
        expect(parts.filter(({ isMarked }) => isMarked)).toEqual([marked("<mark>")]);
      }),
    );
  });

  test("are the whole text if nothing is marked", () => {
    const text = "word ".repeat(40);
    expect(highlightParts(text)).toEqual([plain(text)]);
    expect(highlightParts("")).toEqual([]);
  });
});
