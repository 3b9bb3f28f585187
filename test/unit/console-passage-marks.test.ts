import { describe, expect, it } from "@jest/globals";
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
