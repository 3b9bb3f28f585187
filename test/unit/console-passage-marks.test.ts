import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { findPassage } from "../../web/src/features/evidence/find-passage.ts";
import { pageMarks } from "../../web/src/features/evidence/page-marks.ts";

/** The marked text of a page's items. */
const marked = (items: readonly string[], passage: string, start = 0): string[] =>
  findPassage(items, passage, start).map(({ item, from, to }) => {
    const text = items[item]!;
    return text.slice(Math.round(from * text.length), Math.round(to * text.length));
  });

describe("a passage is found on its page", () => {
  it("despite line breaks, spaces, ligatures and hyphens", () => {
    const items = ["Title. Of", "ﬁcers review ac-", "cess rights", " each quarter. End."];
    expect(marked(items, "Officers review access rights each quarter.")).toEqual([
      "Of",
      "ﬁcers review ac",
      "cess rights",
      "each quarter",
    ]);
  });

  it("at its position, if its words occur more than once", () => {
    const items = ["Signed by Ada. ", "Reviewed. ", "Signed by Ada. "];
    expect(findPassage(items, "Signed by Ada.", 0).map(({ item }) => item)).toEqual([0]);
    expect(findPassage(items, "Signed by Ada.", 25).map(({ item }) => item)).toEqual([2]);
  });

  it("in parts, if other text separates them", () => {
    const items = ["Access ends ", "at once. ", "FIGURE 3", "Rights are reviewed."];
    expect(marked(items, "Access ends at once.\n\nRights are reviewed.")).toEqual([
      "Access ends",
      "at once",
      "Rights are reviewed",
    ]);
  });

  it.each([
    ["composed letters, on a page with combining marks", ["Cafe\u0301 re\u0301vise\u0301"], "Café révisé"],
    ["combining marks, on a page with composed letters", ["Café révisé"], "Cafe\u0301 re\u0301vise\u0301"],
    ["two marks in another order", ["a\u0323\u0301"], "a\u0301\u0323"],
    ["Greek capitals", ["ΟΔΟΣ ΕΡΜΟΥ"], "Οδός Ερμού"],
    ["a dotted capital", ["İstanbul"], "i\u0307stanbul"],
    ["Hangul syllables, on a page with their parts", ["\u1100\u1161\u11a8"], "각"],
    ["letters beyond the first plane", ["\u{1D400}ccess"], "Access"],
  ])("with %s", (_what, items, passage) => {
    const parts = findPassage(items, passage, 0);
    expect(parts).toHaveLength(1);
    expect(parts[0]!.from).toBe(0);
  });

  it("in any text that contains it, however the page divides it into items", () => {
    const letters = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
    const texts = letters.filter((text) => /[a-z0-9]/i.test(text));
    fc.assert(
      fc.property(letters, texts, letters, fc.nat(), (before, passage, after, cut) => {
        const page = Array.from(`${before} ${passage} ${after}`);
        const middle = cut % (page.length + 1);
        for (const form of ["NFC", "NFD"] as const) {
          const items = [page.slice(0, middle), page.slice(middle)].map((item) =>
            item.join("").normalize(form),
          );
          expect(findPassage(items, passage.normalize("NFC"), before.length)).not.toEqual([]);
        }
      }),
    );
  });

  it("with parts inside their items", () => {
    const texts = fc.string({ unit: "grapheme", maxLength: 20 });
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), texts, fc.nat(100), (items, passage, start) => {
        for (const { item, from, to } of findPassage(items, passage, start)) {
          expect(items[item]).not.toBe("");
          expect(0 <= from && from < to && to <= 1).toBe(true);
        }
      }),
    );
  });

  it("not at all, if the page is a picture", () => {
    expect(findPassage([], "Access ends at once.", 0)).toEqual([]);
    expect(findPassage(["Stamp"], "Access ends at once.", 0)).toEqual([]);
  });
});

describe("the marks of a passage", () => {
  it("appear on each page that contains a part of it", () => {
    const text = "Access is reviewed\n\neach quarter.";
    const position = { page: 3, start: 40, end_page: 4, end: 13 };
    expect([...pageMarks({ text, position })]).toEqual([
      [3, { text: "Access is reviewed\n\n", start: 40 }],
      [4, { text: "each quarter.", start: 0 }],
    ]);
  });

  it("do not exist without a position", () => {
    expect(pageMarks({ text: "Access", position: null }).size).toBe(0);
    expect(pageMarks(null).size).toBe(0);
  });
});
