import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { costOf, splitSentences, splitToFit, type Span } from "../../retrieval/chunking/sentences.ts";
import { shortenPath } from "../../retrieval/chunking/shorten-path.rules.ts";
import { packUnits, type PackLimits } from "../../retrieval/chunking/pack-units.ts";
import type { Unit } from "../../retrieval/chunking/sections.ts";
import { blockText, documentText, rowText } from "../../retrieval/chunking/document-text.ts";

/** One word piece for each word. */
const counter = { count: (text: string): number => text.match(/\S+/gu)?.length ?? 0 };
const textsOf = (text: string, spans: readonly Span[]): string[] =>
  spans.map(({ start, end }) => text.slice(start, end));
const words = fc.constantFrom(
  "Access",
  "is",
  "reviewed.",
  "Why?",
  "1.2",
  "é",
  "\u{1F512}",
  "監査。",
  "x".repeat(70),
);
const gaps = fc.constantFrom(" ", "  ", "\n", "\r\n", "\n\n", "\t");
const texts = fc.array(fc.tuple(words, gaps), { maxLength: 40 }).map((parts) => parts.flat().join(""));

describe("the sentences of a text", () => {
  test.each<[string, string[]]>([
    ["One. Two! Three?", ["One.", "Two!", "Three?"]],
    ["  One.  \n", ["One."]],
    ["A line that\nwraps. Another.", ["A line that\nwraps.", "Another."]],
    ["A line that\r\nwraps.", ["A line that\r\nwraps."]],
    ["A title\n\nA text.", ["A title", "A text."]],
    ["", []],
    [" \n\n ", []],
  ])("%j are %j", (text, sentences) =>
    expect(textsOf(text, splitSentences(counter, text, 100))).toEqual(sentences),
  );

  test("keep every character but white space, in order, within their limit", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 8, max: 40 }), (text, room) => {
        const spans = splitSentences(counter, text, room);
        expect(textsOf(text, spans).join("").replace(/\s+/gu, "")).toBe(text.replace(/\s+/gu, ""));
        for (const [index, span] of spans.entries()) {
          expect(span.cost).toBeLessThanOrEqual(room);
          expect(span.start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0);
          expect(text.slice(span.start, span.end)).toBe(text.slice(span.start, span.end).trim());
          expect(text.slice(span.start, span.end).isWellFormed()).toBe(true);
        }
      }),
    );
  });

  test("cost at least a sixteenth of their characters", () => {
    expect(costOf(counter, "one two")).toBe(2);
    expect(costOf(counter, "x".repeat(161))).toBe(11);
    expect(costOf(counter, " ".repeat(32))).toBe(2);
    expect(costOf(counter, "")).toBe(0);
  });

  test("are cut at words, and words of more than 32 characters within", () => {
    expect(textsOf("a b c d", splitToFit(counter, "a b c d", 4))).toEqual(["a b c d"]);
    expect(textsOf("a b c d e", splitToFit(counter, "a b c d e", 4))).toEqual(["a b", "c d", "e"]);
    expect(splitToFit(counter, "x".repeat(70), 4).map(({ start, end }) => end - start)).toEqual([32, 32, 6]);
  });
});

describe("the path of a passage", () => {
  test.each<[string, string[], string]>([
    ["Policy", ["Access", "Review"], "Policy > Access > Review"],
    ["Policy", [], "Policy"],
    ["", ["Access"], "Access"],
    ["", [], ""],
    ["Policy", ["policy", "Access"], "Policy > Access"],
    ["Policy", ["Access", "ACCESS"], "Policy > Access"],
    ["  Access \n policy ", ["\t1.  Scope"], "Access policy > 1. Scope"],
    ["Policy", ["", "  "], "Policy"],
  ])("of %j under %j is %j", (title, headings, path) => expect(shortenPath(title, headings)).toBe(path));

  test("drops headings in the middle first, from the outermost", () => {
    const [a, b, c] = ["a", "b", "c"].map((letter) => letter.repeat(70));
    expect(shortenPath("Title", [a!, b!, c!])).toBe(`Title > ${b} > ${c}`);
    expect(shortenPath("T".repeat(60), [a!, b!, c!])).toBe(`${"T".repeat(60)} > ${c}`);
  });

  test("is short, never splits a character, and is deterministic, whatever the headings", () => {
    const parts = fc.string({
      unit: fc.constantFrom("a", " ", "é", "監", "\u{1F512}", "Word "),
      maxLength: 300,
    });
    fc.assert(
      fc.property(parts, fc.array(parts, { maxLength: 8 }), (title, headings) => {
        const path = shortenPath(title, headings);
        expect(path.length).toBeLessThanOrEqual(200);
        expect(path.isWellFormed()).toBe(true);
        expect(shortenPath(title, headings)).toBe(path);
      }),
    );
  });

  test("marks what it shortened, at a word boundary if there is one", () => {
    const path = shortenPath("word ".repeat(100), ["x".repeat(400)]);
    const [title, heading] = path.split(" > ");
    expect(title).toMatch(/^(word )+word…$/);
    expect(heading).toMatch(/^x+…$/);
  });
});

describe("packing units into chunks", () => {
  const unit = (start: number, cost: number, more: Partial<Unit> = {}): Unit => ({
    start,
    end: start + 10,
    cost,
    page: 1,
    kind: "paragraph",
    row: null,
    ...more,
  });
  const limits = (texts_: Record<number, string> = {}): PackLimits => ({
    base: 5,
    target: 50,
    max: 100,
    textOf: ({ start }) => texts_[start] ?? "text",
  });
  const inRow = (costs: readonly number[], more: (index: number) => Partial<Unit> = () => ({})) =>
    costs.map((cost, index) => unit(index * 10, cost, more(index)));

  test("keeps every unit once, in order, and every chunk below the maximum", () => {
    const costs = fc.array(fc.integer({ min: 1, max: 95 }), { maxLength: 60 });
    fc.assert(
      fc.property(costs, fc.integer({ min: 1, max: 4 }), (all, perPage) => {
        const kindOf = (index: number) => (index % 3 === 2 ? "list-item" : "paragraph");
        const units = inRow(all, (index) => ({ page: Math.floor(index / perPage), kind: kindOf(index) }));
        const packs = packUnits(units, { ...limits(), textOf: () => "These rules apply:" });
        expect(packs.flat()).toEqual(units);
        for (const pack of packs) {
          expect(pack.length).toBeGreaterThan(0);
          expect(pack.reduce((sum, { cost }) => sum + cost, 5)).toBeLessThanOrEqual(100);
          expect(new Set(pack.map(({ page }) => page)).size).toBe(1);
        }
      }),
    );
  });

  test("without units makes no chunk", () => expect(packUnits([], limits())).toEqual([]));

  test.each<[string, number[], number[]]>([
    ["units that fit into one chunk", [20, 20, 20, 20], [4]],
    ["at the target when more follows", [20, 20, 20, 20, 20], [2, 3]],
    ["a short rest with what precedes it", [40, 40, 10], [3]],
    ["a unit as large as the maximum", [95, 95], [1, 1]],
  ])("keeps or cuts %s", (_name, costs, sizes) =>
    expect(packUnits(inRow(costs), limits()).map((pack) => pack.length)).toEqual(sizes),
  );

  test("cuts at wide gaps", () => {
    const far = [unit(0, 5), unit(10, 5), unit(221, 5)];
    expect(packUnits(far, limits()).map((pack) => pack.length)).toEqual([2, 1]);
    const near = [unit(0, 5), unit(10, 5), unit(220, 5)];
    expect(packUnits(near, limits()).map((pack) => pack.length)).toEqual([3]);
  });

  test("keeps a sentence that announces a list with the list", () => {
    const units = [
      unit(0, 30),
      unit(10, 10),
      ...[20, 30, 40].map((start) => unit(start, 30, { kind: "list-item" })),
    ];
    const packs = packUnits(units, limits({ 10: "These rules apply:" }));
    expect(packs.map((pack) => pack.map(({ start }) => start))).toEqual([[0], [10, 20], [30, 40]]);
    expect(packUnits(units, limits())[0]!.map(({ start }) => start)).toEqual([0, 10]);
  });

  const startsOf = (units: Unit[]) =>
    packUnits(units, limits({ 10: "These rules apply:" })).map((pack) => pack.map(({ start }) => start));

  test.each<[string, number, number, Partial<Unit>, number[][]]>([
    ["both fill a chunk exactly", 40, 55, {}, [[0], [10, 20]]],
    ["both exceed the maximum", 40, 56, {}, [[0, 10], [20]]],
    ["the list is on another page", 10, 85, { page: 2 }, [[0, 10], [20]]],
    ["the list is too distant", 10, 85, { start: 221, end: 231 }, [[0, 10], [221]]],
    ["text of the same kind follows", 10, 85, { kind: "paragraph" }, [[0, 10], [20]]],
  ])(
    "an announcement stays with its list, or not, when %s",
    (_when, announcing, announced, more, expected) => {
      const list = unit(20, announced, { kind: "list-item", ...more });
      expect(startsOf([unit(0, 2), unit(10, announcing), list])).toEqual(expected);
    },
  );

  test("an announcement alone leaves no empty chunk, and a table announces nothing", () => {
    const list = unit(20, 85, { kind: "list-item" });
    expect(startsOf([unit(10, 15), list])).toEqual([[10], [20]]);
    expect(startsOf([unit(0, 2), unit(10, 10, { kind: "table" }), list])).toEqual([[0, 10], [20]]);
  });
});

describe("the text of a table", () => {
  test.each<[string[], string[], string]>([
    [["User", "Role"], ["ada", "admin"], "User: ada; Role: admin"],
    [["User", "Role"], ["ada", ""], "User: ada"],
    [["User", ""], ["ada", "admin"], "User: ada; admin"],
    [[], ["ada", "admin"], "ada; admin"],
    [["User"], ["ada", "more"], "User: ada; more"],
    [["User\nname"], ["a\n b"], "User name: a b"],
    [["User"], [" "], ""],
  ])("with the header %j and the row %j is %j", (header, cells, text) =>
    expect(rowText(header, cells)).toBe(text),
  );

  test("has a line for each row, and its header if there is none", () => {
    const table = { kind: "table", page: null, sheet: null } as const;
    const rows = [["ada"], ["bob"]];
    expect(blockText({ ...table, header: ["User"], rows })).toBe("User: ada\nUser: bob");
    expect(blockText({ ...table, header: ["User", "Role"], rows: [] })).toBe("User; Role");
    const blocks = [
      { ...table, header: [], rows },
      { kind: "paragraph" as const, text: "End", page: null },
    ];
    expect(documentText({ blocks })).toBe("ada\nbob\n\nEnd");
  });
});
