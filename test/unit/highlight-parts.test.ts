import { describe, expect, test } from "@jest/globals";
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

  test("are the whole text if nothing is marked", () => {
    const text = "word ".repeat(40);
    expect(highlightParts(text)).toEqual([plain(text)]);
    expect(highlightParts("")).toEqual([]);
  });
});
