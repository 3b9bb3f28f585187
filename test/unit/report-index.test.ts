import { describe, expect, test } from "@jest/globals";
import { coverBlocks } from "../../activities/reports/cover.ts";
import { indexBlocks } from "../../activities/reports/index-blocks.ts";
import { indexTables } from "../../activities/reports/index-tables.ts";
import { en } from "../../domain/texts/en.ts";
import type { PdfBlock } from "../../platform/documents/pdf/sheet-pdf.ts";
import { auditDataOf, controlOf, evidenceOf, markOf, personOf, reviewOf } from "../support/report-rows.ts";

type Table = Extract<PdfBlock, { kind: "table" }>;
const isTable = (block: PdfBlock): block is Table => block.kind === "table";
const tablesIn = (parts: readonly PdfBlock[][]): Table[] => parts.flat().filter(isTable);

const rejected = {
  status: "rejected",
  version: 2,
  previousId: "e1",
  uploadedAt: "2026-03-02T10:00:00.000Z",
} as const;
const data = auditDataOf(
  {
    controls: [controlOf("CC6.1"), controlOf("CC6.2", { position: 1 })],
    evidence: [
      evidenceOf("e2", rejected),
      evidenceOf("e3", { control: "CC6.2", alsoControls: ["CC6.1"], withheld: "quarantined" }),
    ],
  },
  {
    replaced: [evidenceOf("e1", { status: "superseded" })],
    reviews: [
      reviewOf("e1", { decision: "approved" }),
      reviewOf("e1", { decision: "accepted" }),
      reviewOf("e2", { decision: "rejected", note: "Two months are missing", version: 2 }),
      reviewOf("gone", { decision: "rejected", version: null }),
    ],
    marks: [markOf()],
  },
);

const sheetNamed = (name: string) => {
  const { columns, rows } = indexTables(data, en).find((sheet) => sheet.name === name)!;
  return rows.map((row) => Object.fromEntries(columns.map(({ head }, n) => [head, row[n]])));
};

describe("the sheets of an index", () => {
  test("are five, and one more for a project of ISO 27001", () => {
    const names = ["Controls", "Evidence", "Reviews", "Manual marks", "Open requests"];
    expect(indexTables(data, en).map(({ name }) => name)).toEqual(names);
    const iso = { ...data, project: { ...data.project, framework: "iso27001" } };
    expect(indexTables(iso, en).map(({ name }) => name)).toEqual([...names, "Statement of applicability"]);
  });

  test("contain every version, with its last decision and its path in the package", () => {
    expect(sheetNamed("Evidence")).toMatchObject([
      { Id: "e1", Version: 1, Status: "Replaced", "Last decision": "Approved" },
      {
        Id: "e2",
        Version: 2,
        Status: "Rejected",
        "Last decision": "Rejected",
        "Replaces (id)": "e1",
        "Path in the package": "evidence/CC6.1/e2-policy_1.pdf",
      },
      { Id: "e3", "Path in the package": null, "Omitted because": "Quarantined" },
    ]);
  });

  test("contain people by name, role and id", () => {
    const ada = { "Uploaded by": "Ada", "Uploaded by: role": "customer", "Uploaded by: id": "id of Ada" };
    expect(sheetNamed("Evidence")[0]).toMatchObject(ada);
    const grace = { By: "Grace", "By: role": "auditor", "By: id": "id of Grace" };
    expect(sheetNamed("Reviews")[2]).toMatchObject({
      ...grace,
      Decision: "Rejected",
      Note: "Two months are missing",
    });
    expect(sheetNamed("Reviews").map((row) => row["Deleted since"])).toEqual(["no", "no", "no", "yes"]);
  });
});

describe("the index as PDF", () => {
  test("contains everything of each control under its name", () => {
    const [part] = indexBlocks(data, en);
    expect(tablesIn([part!]).map(({ title, rows }) => [title, rows.length])).toEqual([
      ["All controls", 2],
      ["Evidence of CC6.1", 2],
      ["Reviews of CC6.1", 4],
      ["Manual marks of CC6.1", 1],
      ["Open requests of CC6.1", 2],
      ["Evidence of CC6.2", 1],
      ["Open requests of CC6.2", 1],
      ["People", 2],
    ]);
    const [, evidence] = tablesIn([part!]);
    expect(evidence!.rows.map(([, version, status]) => [version, status])).toEqual([
      ["1", "Replaced, approved before"],
      ["2", "Rejected"],
    ]);
    const lines = part!.flatMap((block) => (block.kind === "line" ? [block.text] : []));
    expect(lines).toContain("Also served by: Access policy (of CC6.2, approved)");
    expect(lines).toContain("Files omitted from the package: 1; their status gives the reason.");
  });

  test("marks statements, and evidence that does not count, wherever a figure is shown", () => {
    const statement = {
      reason: "One system",
      said_by: "Ada",
      said_at: "2026-03-01T10:00:00.000Z",
      confirmed_by: null,
      confirmed_at: null,
      note: null,
      from: 3,
    };
    const stated = {
      progress: 80,
      progressSource: "manual",
      statements: { required_evidence: statement },
    } as const;
    const marked = auditDataOf({
      controls: [controlOf("CC6.1", stated)],
      evidence: [evidenceOf("e1", { chunkingStatus: "FAILED" })],
    });
    const [part] = indexBlocks(marked, en);
    const [all, evidence] = tablesIn([part!]);
    expect(all!.rows).toEqual([
      ["CC6.1", "Title of CC6.1", "Not started", "80% by hand", "0 of 1 (previously 3)"],
    ]);
    expect(evidence!.rows[0]![2]).toBe("Approved; file not read, so it does not count");
    const lines = part!.flatMap((block) => (block.kind === "line" ? [block.text] : []));
    expect(lines.join(" ")).toContain("progress 80% by hand: 0 of 1 (previously 3) required pieces");
    const [cover] = coverBlocks(marked, ["index.pdf"], en).filter(
      (block) => block.kind === "rows" && block.rows.some(([label]) => label === "Compliance score"),
    );
    expect(cover).toMatchObject({
      rows: expect.arrayContaining([["Compliance score", "80%, with 1 of the controls set by hand"]]),
    });
    const [controls, pieces] = ["Controls", "Evidence"].map((name) =>
      indexTables(marked, en).find((sheet) => sheet.name === name)!,
    );
    const cellOf = ({ columns, rows }: typeof controls & {}, head: string) =>
      rows[0]![columns.findIndex((column) => column.head === head)];
    expect(cellOf(controls!, "Set by hand")).toBe("Progress, Required evidence");
    expect(cellOf(pieces!, "Counts")).toBe("no");
  });

  test("cuts long texts, which the workbook has in full", () => {
    const note = "long ".repeat(200);
    const long = auditDataOf({}, { reviews: [reviewOf("e1", { note })] });
    const reviews = tablesIn(indexBlocks(long, en)).find(({ title }) => title === "Reviews of CC6.1")!;
    const cell = reviews.rows[0]!.at(-1)!;
    expect(cell.length).toBeLessThan(450);
    expect(cell).toContain("in full in index.xlsx");
    expect(indexTables(long, en).find(({ name }) => name === "Reviews")!.rows[0]).toContain(note);
  });

  test("of a large project is split into several files, none too long, without losing anything", () => {
    const evidence = Array.from({ length: 7_000 }, (_, n) => evidenceOf(`e${n}`));
    const parts = indexBlocks(auditDataOf({ evidence }), en);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      expect(part.length).toBeGreaterThan(0);
      expect(part.at(-1)!.kind).not.toBe("heading");
      expect(tablesIn([part]).reduce((sum, { rows }) => sum + rows.length, 0)).toBeLessThanOrEqual(2_000);
    }
    const answered = tablesIn(parts).filter(({ title }) => title.startsWith("Evidence of CC6.1"));
    expect(answered.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(7_000);
    expect(answered[1]!.title).toBe("Evidence of CC6.1, continued");
  });
});

test("the cover counts the contents of the package and names its files", () => {
  const blocks = coverBlocks(
    { ...data, record: { ...data.record, auditor: null, customer: personOf("Ada") } },
    ["index.pdf", "index-2.pdf"],
    en,
  );
  const rows = Object.fromEntries(blocks.flatMap((block) => (block.kind === "rows" ? block.rows : [])));
  expect(rows).toMatchObject({
    "Audited party": "Ada (customer)",
    Auditor: "no one",
    "Current evidence": "2: 1 approved, 1 rejected",
    "Replaced versions": "1",
    Reviews: "4: 1 accepted, 1 approved, 2 rejected",
    "Manual marks": "1: 1 progress",
    "Open requests": "3",
    "Files omitted": "1: 1 quarantined",
    "index.pdf, index-2.pdf": expect.any(String),
  });
});
