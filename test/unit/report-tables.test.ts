import { describe, expect, test } from "@jest/globals";
import { reportTables, type ReportTable } from "../../domain/reports/report-tables.rules.ts";
import type { ProjectData } from "../../domain/project-data/project-data.ts";
import { controlOf, dataOf, evidenceOf, findingOf, personOf } from "../support/report-rows.ts";

const tableIn = (name: ReportTable["name"], data: Partial<ProjectData>): ReportTable =>
  reportTables(dataOf(data)).find((table) => table.name === name)!;

/** The cell of a column in the only row. */
function cellOf(name: ReportTable["name"], column: string, data: Partial<ProjectData>): unknown {
  const { columns, rows } = tableIn(name, data);
  expect(rows).toHaveLength(1);
  expect(columns).toContain(column);
  return rows[0]![columns.indexOf(column)];
}

describe("the tables of a report", () => {
  test("have a cell for each column in every row", () => {
    const data = {
      controls: [controlOf("CC6.1"), controlOf("CC6.2", { owner: personOf("Grace") })],
      evidence: [evidenceOf("e1"), evidenceOf("e2", { tags: ["a"], warnings: ["w"] })],
      findings: [findingOf("f1"), findingOf("f2", { control: null })],
    };
    for (const { columns, rows } of reportTables(dataOf(data))) {
      expect(rows).toHaveLength(2);
      for (const row of rows) expect(row).toHaveLength(columns.length);
      expect(new Set(columns).size).toBe(columns.length);
    }
  });

  test("are sorted by name, and empty for an empty project", () => {
    const tables = reportTables(dataOf({ controls: [], evidence: [], findings: [] }));
    expect(tables.map(({ name, rows }) => [name, rows.length])).toEqual([
      ["controls", 0],
      ["evidence", 0],
      ["findings", 0],
    ]);
  });
});

describe("the row of a control", () => {
  const author = { said_by: "Ada", said_at: "2026-03-01" };
  const statement = { reason: "Done elsewhere", ...author, note: null, from: null };
  const unconfirmed = { ...statement, confirmed_by: null, confirmed_at: null };
  const confirmed = { ...statement, confirmed_by: "Grace", confirmed_at: "2026-03-02" };

  test("names the author of a statement, and who confirmed it", () => {
    const controls = [
      controlOf("CC6.1", { statements: { not_applicable: confirmed, progress: unconfirmed } }),
    ];
    expect(cellOf("controls", "statements", { controls })).toBe(
      "progress: Done elsewhere (Ada on 2026-03-01); not_applicable: Done elsewhere (Ada on 2026-03-01, confirmed by Grace on 2026-03-02)",
    );
  });

  test("has its due date", () => {
    const dueDate = "2026-04-30T12:00:00.000Z";
    expect(cellOf("controls", "due_date", { controls: [controlOf("CC6.1", { dueDate })] })).toBe(dueDate);
  });

  test("quotes a pending change by the names of the API", () => {
    const change = { requiredEvidence: 1 };
    const pendingChange = { change, reason: "One office", ...author };
    expect(cellOf("controls", "pending_change", { controls: [controlOf("CC6.1", { pendingChange })] })).toBe(
      '{"required_evidence":1}: One office (Ada on 2026-03-01)',
    );
  });

  test.each([
    ["applicable", { notApplicable: true }, "no"],
    ["applicable", {}, "yes"],
    ["owner", { owner: personOf("Grace") }, "Grace"],
    ["owner", {}, null],
    ["evidence_hints", { evidenceHints: ["Tickets", "Logs"] }, "Tickets; Logs"],
    ["pending_change", {}, null],
    ["statements", {}, ""],
    ["set_by_hand", {}, ""],
  ])("has %s of %j as %j", (column, control, cell) => {
    expect(cellOf("controls", column, { controls: [controlOf("CC6.1", control)] })).toBe(cell);
  });
});

describe("the row of evidence", () => {
  test.each([
    ["also_controls", { alsoControls: ["CC6.2", "CC7.1"] }, "CC6.2, CC7.1"],
    ["tags", { tags: ["access", "2026"] }, "access, 2026"],
    [
      "warnings",
      { warnings: ["Page 2 is empty.", "Page 3 has no text."] },
      "Page 2 is empty. Page 3 has no text.",
    ],
    ["uploaded_by", { uploadedBy: null }, null],
    ["approved_unread", { approvedUnread: true }, "yes"],
    ["approved_unread", {}, "no"],
    ["accepted_by", { acceptedBy: personOf("Grace", "auditor") }, "Grace"],
  ] as const)("has %s of %j as %j", (column, evidence, cell) => {
    const rows = [evidenceOf("e1", evidence as Partial<ReturnType<typeof evidenceOf>>)];
    expect(cellOf("evidence", column, { evidence: rows })).toBe(cell);
  });
});

describe("the row of a finding", () => {
  test("keeps empty what it does not have", () => {
    const bare = { control: null, raisedBy: null, dueDate: null };
    const { columns, rows } = tableIn("findings", { findings: [findingOf("f1", bare)] });
    const empty = columns.filter((_, at) => rows[0]![at] === null);
    expect(empty).toEqual(expect.arrayContaining(["control", "raised_by", "assigned_to", "due_date"]));
    expect(empty).not.toContain("severity");
  });
});
