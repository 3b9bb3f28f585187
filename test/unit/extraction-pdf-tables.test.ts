import { expect, test } from "@jest/globals";
import { pdfOfLines, pdfOfTexts, rowAt } from "../support/pdf-of-texts.ts";
import { useExtractor } from "../support/extraction.ts";

const { extract } = await useExtractor();

const pageOf = async (...[lines, startOf]: Parameters<typeof pdfOfLines>) =>
  extract(await pdfOfLines(lines, startOf), "pdf");

const pageWith = async (texts: Parameters<typeof pdfOfTexts>[0]) => extract(await pdfOfTexts(texts), "pdf");

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

const centred = (x: number, width: number): number => x - width / 2;

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

test("a table of a PDF keeps rows that have a letter or a number as their name", async () => {
  const rows = [
    ["Level", "Description"],
    ["A", "Public information"],
    ["B", "For everyone who works here"],
    ["3", "For a few of them"],
  ];
  const { blocks } = await pageOf(rows.map((row) => rowAt(60, 150)(...row)));
  expect(blocks).toEqual([{ kind: "table", header: [], rows, page: 1, sheet: null }]);
});
