import { expect, test } from "@jest/globals";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { texts, useExtractor } from "../support/extraction.ts";

const { extract } = await useExtractor();

type Lines = readonly (readonly [x: number, text: string][])[];

const leftOf = (x: number): number => x;

/** Texts at their distance from the left, in lines 15 points apart; an empty line leaves a gap. */
async function pageOf(lines: Lines, startOf: (x: number, width: number) => number = leftOf) {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  for (const [n, line] of lines.entries())
    for (const [x, text] of line) {
      const start = startOf(x, font.widthOfTextAtSize(text, 10));
      page.drawText(text, { x: start, y: 780 - 15 * n, size: 10, font });
    }
  return extract(Buffer.from(await pdf.save()), "pdf");
}

test("columns of a PDF that are written line by line are read one after the other", async () => {
  const left = [
    "Every account is reviewed by its owner",
    "once in a quarter, and each exception",
    "needs the approval of the officer in",
    "writing.",
    "Exceptions end after twelve months at",
    "the latest.",
  ];
  const right = [
    "Backups are taken every night and kept",
    "for ninety days in another region than",
    "the systems that they belong to, and a",
    "restore is tested twice in each year.",
    "The results are kept.",
  ];
  const { blocks } = await pageOf([
    [[60, "Handbook of the whole company, for everyone who works here"]],
    [],
    ...left.map((text, n): [number, string][] => [
      [60, text],
      ...(right[n] ? [[310, right[n]] as [number, string]] : []),
    ]),
  ]);
  expect(texts(blocks).join(" ")).toBe(
    ["Handbook of the whole company, for everyone who works here", ...left, ...right].join(" "),
  );
});

test("a table of a PDF keeps its rows and cells", async () => {
  const { blocks } = await pageOf([
    [[60, "The members of the team:"]],
    [
      [60, "Name"],
      [200, "Role"],
      [330, "Reviewed"],
    ],
    [
      [60, "Ada Lovelace"],
      [200, "Administrator of"],
      [330, "2026-05-04"],
    ],
    [[200, "the mail system"]],
    [
      [60, "Alan Turing"],
      [330, "2026-05-11"],
    ],
    [],
    [[60, "No one else has access."]],
  ]);
  expect(blocks).toEqual([
    { kind: "paragraph", text: "The members of the team:", page: 1 },
    {
      kind: "table",
      header: ["Name", "Role", "Reviewed"],
      rows: [
        ["Ada Lovelace", "Administrator of the mail system", "2026-05-04"],
        ["Alan Turing", "", "2026-05-11"],
      ],
      page: 1,
      sheet: null,
    },
    { kind: "paragraph", text: "No one else has access.", page: 1 },
  ]);
});

test("a list whose numbers stand apart is no table", async () => {
  const { blocks } = await pageOf([
    [
      [60, "1."],
      [90, "Every account has an owner."],
    ],
    [
      [60, "2."],
      [90, "Every owner reviews it."],
    ],
    [
      [60, "(c)"],
      [90, "The officer keeps the results."],
    ],
  ]);
  expect(texts(blocks)).toEqual([
    "1. Every account has an owner.",
    "2. Every owner reviews it.",
    "(c) The officer keeps the results.",
  ]);
});

test("a line with a wide gap alone is no table", async () => {
  const { blocks } = await pageOf([
    [
      [60, "Example Ltd"],
      [400, "May 2026"],
    ],
    [[60, "Access is reviewed every quarter by the owner of each system in use."]],
  ]);
  expect(blocks.map(({ kind }) => kind)).not.toContain("table");
});

test("what leaders connect stays in its line", async () => {
  const lines = ["Access control", "Backups", "Change management", "Suppliers", "Incidents"].map(
    (name, n): [number, string][] => [
      [60, `${name} ${".".repeat(40)}`],
      [420, `${n + 12}`],
    ],
  );
  const read = texts((await pageOf(lines)).blocks).join(" ");
  expect(read).toMatch(
    /Access control \.+ 12 Backups \.+ 13 Change management \.+ 14 Suppliers \.+ 15 Incidents/,
  );
});

test("the numbers of references stay beside their texts", async () => {
  const lines = Array.from({ length: 5 }, (_, n): [number, string][] => [
    [60, `[${n + 6}]`],
    [90, `The security officer keeps the results of review ${n + 6} for three years`],
  ]);
  const read = texts((await pageOf(lines)).blocks).join(" ");
  expect(read.indexOf("[7]")).toBeGreaterThan(read.indexOf("review 6"));
});

const centred = (x: number, width: number): number => x - width / 2;

/** A row with cells at the same places. */
const rowAt =
  (...places: number[]) =>
  (...texts: string[]): [number, string][] =>
    texts.map((text, n) => [places[n] ?? 0, text]);

test("a table of a PDF whose cells are centred keeps its rows and cells", async () => {
  const row = rowAt(120, 300, 480);
  const { blocks } = await pageOf(
    [
      row("Name", "Role", "Reviewed on"),
      row("Ada Lovelace", "Administrator", "2026-05-04"),
      row("Alan", "Owner of the mail system", "May 11"),
      row("Grace Hopper the Second", "Officer", "never"),
    ],
    centred,
  );
  expect(blocks).toMatchObject([
    {
      header: ["Name", "Role", "Reviewed on"],
      rows: [
        ["Ada Lovelace", "Administrator", "2026-05-04"],
        ["Alan", "Owner of the mail system", "May 11"],
        ["Grace Hopper the Second", "Officer", "never"],
      ],
    },
  ]);
});

test("the heads of groups do not join the columns below them", async () => {
  const [heads, names, cells] = [
    rowAt(60, 180, 380),
    rowAt(200, 280, 400, 480),
    rowAt(60, 200, 280, 400, 480),
  ];
  const { blocks } = await pageOf([
    heads("System", "The first half of the year", "The second half of the year"),
    names("Q1", "Q2", "Q3", "Q4"),
    cells("Mail", "12", "7", "31", "9"),
    cells("Directory", "2", "70", "5", "99"),
  ]);
  expect(blocks.at(-1)).toMatchObject({
    header: ["", "Q1", "Q2", "Q3", "Q4"],
    rows: [
      ["Mail", "12", "7", "31", "9"],
      ["Directory", "2", "70", "5", "99"],
    ],
  });
});

test("the gaps of formulas and sentences make no table", async () => {
  const row = rowAt(60, 200, 300, 400);
  const lines = [
    row("the voltages (V1, V5", ", V3", ", V8): this case is similar to (V1", ", V5)."),
    row("the voltages (V2, V6", ", V3", ", V8): this case is similar to (V2", ", V5)."),
    row("it holds that f(x", "+ y) is at most", "the sum of both", "values"),
    row("it holds that g(x", "+ y) is at most", "the sum of both", "values"),
  ];
  const { blocks } = await pageOf(lines);
  expect(texts(blocks).join(" ")).toBe(lines.flatMap((line) => line.map(([, text]) => text)).join(" "));
  expect(blocks.map(({ kind }) => kind)).not.toContain("table");
});

test("a row of a table of a PDF with nothing but its first cell stays in the table", async () => {
  const row = rowAt(60, 200, 330);
  const { blocks } = await pageOf([
    row("Name", "Role", "Reviewed"),
    row("Ada Lovelace"),
    row("Alan Turing", "User", "2026-05-11"),
    row("Grace Hopper"),
    row("Joan Clarke", "User", "2026-05-12"),
    row("No one else has access."),
  ]);
  expect(blocks).toMatchObject([
    {
      header: ["Name", "Role", "Reviewed"],
      rows: [
        ["Ada Lovelace", "", ""],
        ["Alan Turing", "User", "2026-05-11"],
        ["Grace Hopper", "", ""],
        ["Joan Clarke", "User", "2026-05-12"],
      ],
    },
    { text: "No one else has access." },
  ]);
});

/** Texts at their places, in the order of the file. */
async function pageWith(texts: readonly (readonly [x: number, line: number, text: string])[]) {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  for (const [x, line, text] of texts) page.drawText(text, { x, y: 780 - 12 * line, size: 10, font });
  return extract(Buffer.from(await pdf.save()), "pdf");
}

test("a table of a PDF that is written cell by cell keeps its rows", async () => {
  const { blocks } = await pageWith([
    [60, 0, "Risk"],
    [200, 0, "Treatment"],
    [400, 0, "Owner"],
    [60, 2, "Loss of the keys"],
    [60, 3, "of the vault"],
    [200, 2, "Keep two copies in two places,"],
    [200, 3, "and test them"],
    [200, 4, "every year"],
    [400, 3, "CISO"],
    [60, 7, "Fire"],
    [200, 7, "Sensors"],
    [400, 6, "Head of facilities"],
    [400, 7, "and services"],
    [60, 10, "The register is reviewed every year."],
  ]);
  expect(blocks).toMatchObject([
    {
      header: ["Risk", "Treatment", "Owner"],
      rows: [
        ["Loss of the keys of the vault", "Keep two copies in two places, and test them every year", "CISO"],
        ["Fire", "Sensors", "Head of facilities and services"],
      ],
    },
    { text: "The register is reviewed every year." },
  ]);
});

test("the second line of a first cell belongs to its row", async () => {
  const { blocks } = await pageWith([
    [60, 0, "Name"],
    [200, 0, "Role"],
    [60, 2, "Ada Lovelace,"],
    [200, 2, "Administrator"],
    [60, 3, "Countess"],
    [60, 5, "Alan Turing"],
    [200, 5, "User"],
  ]);
  expect(blocks).toMatchObject([
    {
      rows: [
        ["Name", "Role"],
        ["Ada Lovelace, Countess", "Administrator"],
        ["Alan Turing", "User"],
      ],
    },
  ]);
});

test("columns of a PDF that are written one after the other are no table", async () => {
  const column = (x: number, words: string): [number, number, string][] =>
    Array.from({ length: 6 }, (_, n) => [x, n, `${n === 0 ? "The" : "and the"} ${words} of line ${n + 1}`]);
  const lines = [...column(60, "reviews"), ...column(310, "backups")];
  const { blocks } = await pageWith(lines);
  expect(texts(blocks).join(" ")).toBe(lines.map(([, , text]) => text).join(" "));
  expect(blocks.map(({ kind }) => kind)).not.toContain("table");
});

test("a table of a PDF with a long text in each cell is not read as columns", async () => {
  const row = rowAt(60, 310);
  const { blocks } = await pageOf([
    row("Access is reviewed every quarter", "Owner of each system, by name"),
    row("Backups are taken every night", "Team that operates the systems"),
    row("Restores are tested twice a year", "Team that operates the systems"),
    row("Incidents are reported at once", "Everyone who works for us"),
    row("Suppliers are assessed every year", "Officer for the suppliers"),
  ]);
  expect(blocks).toMatchObject([
    {
      kind: "table",
      rows: expect.arrayContaining([["Incidents are reported at once", "Everyone who works for us"]]),
    },
  ]);
});
