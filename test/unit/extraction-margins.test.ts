import { describe, expect, test } from "@jest/globals";
import { makePdf } from "../../dev/sample-files/make-pdf.ts";
import type { PageLines } from "../../extraction/parser/pdf-blocks.ts";
import { withoutMargins } from "../../extraction/parser/pdf-margins.ts";
import type { PdfLine } from "../../extraction/parser/pdf-line.ts";
import { heading, paragraph, useExtractor } from "../support/extraction.ts";

const { extract } = await useExtractor();

const BODY = [
  "The owner of each system",
  "reviews its accounts",
  "once in a quarter",
  "and confirms it in writing",
];
type Line = string | [string, Partial<PdfLine>];

/** A page with text in the middle, `top` lines above and `bottom` lines below. */
const pageOf = (page: number, top: Line[], bottom: Line[], body: Line[] = BODY): PageLines => {
  const place = (from: number, step: number) => (line: Line, index: number) => {
    const [text, more] = typeof line === "string" ? [line, {}] : line;
    return { text, x: 50, y: from - index * step, size: 10, bold: false, turns: 0, ...more };
  };
  return {
    page,
    lines: [...top.map(place(800, 12)), ...body.map(place(700, 12)), ...bottom.map(place(40, 12))],
  };
};
const pagesOf = (count: number, make: (page: number) => PageLines): PageLines[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));
/** The lines of each page that are removed from the text. */
const leftOf = (pages: readonly PageLines[]): string[][] =>
  withoutMargins(pages).map(({ lines }) =>
    lines.map(({ text }) => text).filter((text) => !BODY.includes(text)),
  );

describe("headers and footers", () => {
  test("are kept once, and page numbers are dropped", () => {
    const pages = pagesOf(5, (page) =>
      pageOf(
        page,
        ["Access Policy", "Confidential"],
        [`ACME GmbH, revision 3, sheet ${page} of 5`, String(page + 78)],
      ),
    );
    expect(leftOf(pages)).toEqual([
      ["Access Policy", "Confidential", "ACME GmbH, revision 3, sheet 1 of 5"],
      [],
      [],
      [],
      [],
    ]);
  });

  test("may differ on left and right pages, and be missing on some", () => {
    const pages = pagesOf(10, (page) =>
      pageOf(page, page === 7 ? [] : [page % 2 === 0 ? "Handbook" : "Chapter of rules"], []),
    );
    expect(leftOf(pages).flat()).toEqual(["Chapter of rules", "Handbook"]);
  });

  test("need four pages, and six of ten", () => {
    const three = pagesOf(3, (page) => pageOf(page, ["Access Policy"], []));
    expect(leftOf(three).flat()).toHaveLength(3);
    const some = pagesOf(10, (page) => pageOf(page, page <= 4 ? ["Access Policy"] : [], []));
    expect(leftOf(some).flat()).toHaveLength(4);
  });

  test.each<[string, Line[], Line[]]>([
    ["a page number of its own page", [], ["1"]],
    ["a page number labelled as such", ["Page 12"], []],
    ["a page number with the total", [], ["- 1 / 9 -"]],
  ])("are dropped from a single page: %s", (_what, top, bottom) => {
    expect(leftOf([pageOf(1, top, bottom)])).toEqual([[]]);
  });
});

describe("other text of a page is kept", () => {
  const kept = (pages: readonly PageLines[]) => expect(withoutMargins(pages)).toEqual(pages);

  test("numbers that are not page numbers", () => {
    kept([pageOf(1, [], ["42"]), pageOf(2, [], ["17"]), pageOf(3, [], ["99"])]);
    const tickets = [4711, 4810, 4812, 4900, 5001];
    kept(pagesOf(5, (page) => pageOf(page, [`Change request number ${tickets[page - 1]}`], [])));
  });

  test("increasing numbers in a heading or a short line", () => {
    kept(pagesOf(6, (page) => pageOf(page, [[`Change request number ${page}`, { size: 14 }]], [])));
    kept(pagesOf(6, (page) => pageOf(page, [[`Change request number ${page}`, { bold: true }]], [])));
    kept(pagesOf(6, (page) => pageOf(page, [`Incident ${page}`], [])));
  });

  test("lines that recur within the text, or without a gap before it", () => {
    kept(pagesOf(6, (page) => pageOf(page, [], [], [`First of ${page} sheets`, ...BODY, "Approved: yes"])));
    kept(
      pagesOf(6, (page) =>
        pageOf(page, [], [], [`Only ${page}`, "Approved: yes", ...BODY, `Signed ${page * 7}`]),
      ),
    );
  });

  test("a title at another position than the header with the same words", () => {
    const title = pageOf(1, [], [], [["Access Policy", { y: 500, size: 24 }]]);
    const pages = [title, ...pagesOf(5, (page) => pageOf(page + 1, ["Access Policy"], []))];
    expect(leftOf(pages)).toEqual([["Access Policy"], ["Access Policy"], [], [], [], []]);
  });

  test("if there is no other text", () => kept(pagesOf(3, (page) => pageOf(page, [String(page)], [], []))));
});

test("a running header is not a heading, and the text continues under its own", async () => {
  const header = "Security Handbook";
  const body = (page: number) => [
    `Rules of part ${["one", "two", "three", "four"][page - 1]} are binding for`,
    "everybody who works here, and",
    "everybody knows them",
    "and keeps to them.",
  ];
  const pages = [1, 2, 3, 4].map((page) => [header, "", "", ...body(page), "", "", String(81 + page)]);
  const { blocks } = await extract(await makePdf({ pages, headings: [header] }), "pdf");
  expect(blocks).toEqual([
    heading(header, 1, 1),
    ...[1, 2, 3, 4].map((page) => paragraph(body(page).join(" "), page)),
  ]);
});
