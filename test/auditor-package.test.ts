import { describe, expect, test } from "@jest/globals";
import { read, utils } from "@e965/xlsx";
import { createHash } from "node:crypto";
import { startAuditStage } from "./support/audit-stage.ts";
import { readPdfText } from "./support/read-pdf-text.ts";
import { readZip } from "./support/read-zip.ts";

/* Opens the audit package and compares it with the database. */

const CONTROLS = 93;
type Cells = Record<string, string | number | undefined>;

const { product, people, projectId, ids, packageFor } = await startAuditStage();
const bytes = await packageFor(people.auditor);
const files = await readZip(bytes);

const sheet = (name: string): Cells[] => {
  const book = read(files.get("index.xlsx")!, { cellFormula: true });
  return utils.sheet_to_json<Cells>(book.Sheets[name]!);
};

const rowsOf = <T>(sql: string): Promise<T[]> => product.orm.em.fork().execute<T[]>(sql, [projectId]);

/** A person as shown in the sheets. */
const answered = (head: string, who: keyof typeof people): Cells => ({
  [head]: `A ${who}`,
  [`${head}: role`]: who,
  [`${head}: id`]: people[who].id,
});

interface EvidenceRow {
  id: string;
  title: string;
  version: number;
  previous_id: string | null;
  status: string;
  sha256: string;
  file_size: string;
  review_note: string | null;
  acceptance: string | null;
  uploaded_by_id: string;
  reviewed_by_id: string | null;
}

describe("the package of an ISO 27001 project", () => {
  test("lists every file in its manifest, with size and SHA-256", () => {
    const manifest = JSON.parse(files.get("manifest.json")!.toString("utf8")) as Record<string, unknown>;
    const others = [...files].filter(([path]) => path !== "manifest.json");
    expect(manifest["files"]).toEqual(
      others.map(([path, data]) => ({
        path,
        size: data.length,
        sha256: createHash("sha256").update(data).digest("hex"),
      })),
    );
    const { quarantined } = ids;
    expect(manifest["left_out"]).toEqual([
      { evidence_id: quarantined, file_name: "bad.pdf", reason: "quarantined" },
    ]);
    for (const path of ["cover.pdf", "index.pdf", "index.xlsx"]) expect(files.has(path)).toBe(true);
  });

  test("contains every version of its evidence as in the database, with the files", async () => {
    const rows = await rowsOf<EvidenceRow>(
      "select * from evidence where project_id = ? and deleted_at is null order by uploaded_at",
    );
    expect(rows.map(({ id }) => id)).toEqual([ids.first, ids.second, ids.quarantined, ids.waiting]);
    const cells = sheet("Evidence");
    const statuses: Record<string, string> = { superseded: "Replaced" };
    const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
    expect(cells).toEqual(
      rows.map((row) =>
        expect.objectContaining({
          Id: row.id,
          Title: row.title,
          Version: row.version,
          Status: statuses[row.status] ?? capital(row.status),
          "SHA-256": row.sha256,
          Bytes: Number(row.file_size),
          ...(row.previous_id && { "Replaces (id)": row.previous_id }),
          ...(row.review_note && { "Review note": row.review_note }),
          ...(row.acceptance && { Acceptance: capital(row.acceptance) }),
          ...answered("Uploaded by", "customer"),
          ...(row.reviewed_by_id && answered("Reviewed by", "auditor")),
        }),
      ),
    );
    expect(cells.map((row) => row["Last decision"])).toEqual(["Rejected", "Approved", undefined, undefined]);
    for (const { "SHA-256": hash, "Path in the package": path, Id: id } of cells)
      if (id === ids.quarantined) expect(path).toBeUndefined();
      else
        expect(
          createHash("sha256")
            .update(files.get(path as string)!)
            .digest("hex"),
        ).toBe(hash);
  });

  test("contains reviewer, evidence and time of each review, also for deleted evidence", async () => {
    const events = await rowsOf<{ subject_id: string; actor_id: string; occurred_at: string; note: string }>(
      `select subject_id, actor_id, occurred_at, data -> 'evidence' ->> 'note' as note from events
        where project_id = ? and kind in ('evidence.approved', 'evidence.rejected', 'evidence.approval_withdrawn')
        order by id`,
    );
    expect(events).toHaveLength(5);
    const cells = sheet("Reviews");
    expect(cells).toEqual(
      events.map(({ subject_id, actor_id, occurred_at, note }) =>
        expect.objectContaining({
          "Evidence: id": subject_id,
          At: new Date(occurred_at).toISOString(),
          Note: note,
          "Deleted since": subject_id === ids.deleted ? "yes" : "no",
          ...answered("By", actor_id === people.admin.id ? "admin" : "auditor"),
        }),
      ),
    );
    expect(cells.map(({ Decision: decision }) => decision)).toEqual([
      "Rejected",
      "Approved",
      "Approval withdrawn",
      "Approved",
      "Rejected",
    ]);
  });

  test("contains each statement with its reason and who confirmed it", async () => {
    const stated = await rowsOf<{ number: string; field: string; details: Record<string, string | null> }>(
      `select number, s.key as field, s.value as details from controls, jsonb_each(statements::jsonb) s
        where project_id = ? order by position`,
    );
    expect(stated.map(({ number, field }) => [number, field])).toEqual([
      ["A.5.1", "progress"],
      ["A.7.1", "not_applicable"],
    ]);
    const [byHand, leftOut] = stated.map(({ details }) => details);
    expect(sheet("Manual marks")).toEqual([
      expect.objectContaining({
        Control: "A.5.1",
        Statement: "Progress is 80%, set by hand",
        Reason: byHand!["reason"],
        "Stated at": byHand!["said_at"],
        "Confirmed at": byHand!["confirmed_at"],
        Note: "Seen on site",
        ...answered("Stated by", "customer"),
        ...answered("Confirmed by", "auditor"),
      }),
      expect.objectContaining({
        Control: "A.7.1",
        Statement: "Excluded: it does not apply",
        Reason: leftOut!["reason"],
        ...answered("Stated by", "admin"),
      }),
    ]);
    expect([byHand!["reason"], leftOut!["reason"]]).toEqual(["Done on paper", "The company has no offices"]);
  });

  test("contains open actions and the users who must act", () => {
    const open = sheet("Open requests");
    const of = (kind: string) => open.filter((row) => row["Kind"] === kind);
    expect(of("Confirm change")).toEqual([
      expect.objectContaining({
        Control: "A.5.2",
        What: "Confirm or decline: required evidence: 2",
        Reason: "Two systems are in scope",
        ...answered("Requested by", "customer"),
      }),
    ]);
    expect(of("Review evidence")).toEqual([
      expect.objectContaining({ "Evidence or finding: id": ids.waiting, Control: "A.5.15" }),
    ]);
    expect(of("Resolve finding")).toEqual([
      expect.objectContaining({ Control: "A.8.24", What: 'Resolve the finding "Weak keys" (High)' }),
    ]);
    expect(of("Provide evidence").map((row) => row["Control"])).not.toContain("A.7.1");
    expect(of("Provide evidence")).toHaveLength(CONTROLS - 2);
  });

  test("contains a statement of applicability for all controls, with justifications of exclusions", async () => {
    const rows = await rowsOf<{ number: string; not_applicable: boolean; justification: string | null }>(
      "select number, not_applicable, justification from controls where project_id = ? order by position",
    );
    const lines = sheet("Statement of applicability");
    expect(lines.map((row) => [row["Control"], row["Applies"]])).toEqual(
      rows.map((row) => [row.number, row.not_applicable ? "no" : "yes"]),
    );
    expect(lines).toHaveLength(CONTROLS);
    expect(lines.filter((row) => row["Applies"] === "no")).toEqual([
      expect.objectContaining({
        Control: "A.7.1",
        Justification: rows.find(({ number }) => number === "A.7.1")!.justification,
        Implementation: "Excluded",
        ...answered("Excluded by", "admin"),
      }),
    ]);
  });

  test("describes the design of each control", async () => {
    const framework = (
      await people.auditor.get(`/api/v1/compliance/controls?limit=1&project_id=${projectId}`)
    ).data.controls[0];
    const [line] = sheet("Controls");
    expect(line!["Design: requirement"]).toBe(framework!.summary);
    expect(line!["Design: typical evidence"]).toBe(framework!.evidence_hints.join("; "));
  });

  test("has the same content as PDF", async () => {
    const index = (await readPdfText(files.get("index.pdf")!)).replaceAll(/\s+/g, " ");
    for (const part of [
      "=Access review (review-1.pdf)",
      "Two months are missing",
      "The company has no offices",
      "Statement of applicability",
      people.auditor.id,
    ])
      expect(index).toContain(part);
    const cover = (await readPdfText(files.get("cover.pdf")!)).replaceAll(/\s+/g, " ");
    for (const part of [projectId, "ISO/IEC 27001", "A auditor (auditor)", "manifest.json"])
      expect(cover).toContain(part);
  });

  test("contains no formulas, whatever users wrote", () => {
    const book = read(files.get("index.xlsx")!, { cellFormula: true });
    const cells = Object.values(book.Sheets).flatMap(
      (one) => Object.values(one) as { f?: string; v?: unknown }[],
    );
    expect(cells.filter(({ f }) => f !== undefined)).toEqual([]);
    expect(cells.some(({ v }) => v === "=Access review")).toBe(true);
  });
});

describe("data that readers cannot see", () => {
  const everything = async (): Promise<string> => {
    const texts = [...files]
      .filter(([path]) => /\.(csv|json)$/.test(path))
      .map(([, data]) => data.toString("utf8"));
    const book = read(files.get("index.xlsx")!);
    const sheets = book.SheetNames.map((name) => utils.sheet_to_csv(book.Sheets[name]!));
    const papers = await Promise.all(["cover.pdf", "index.pdf"].map((path) => readPdfText(files.get(path)!)));
    return [...texts, ...sheets, ...papers].join("\n");
  };

  test("is not included: deleted files, other projects, quarantined files, addresses", async () => {
    const text = await everything();
    const paths = [...files.keys()].join("\n");
    for (const id of [ids.deleted, ids.quarantined, ids.elsewhere]) expect(paths).not.toContain(id);
    expect(text).not.toContain(ids.elsewhere);
    expect(text).not.toContain("Of another project");
    for (const { email } of Object.values(people)) expect(text).not.toContain(email);
    expect(text).not.toContain(people.foreign.id);
    expect(sheet("Evidence").map((row) => row["Id"])).not.toContain(ids.deleted);
  });

  test("is omitted for both customer and auditor, and other companies get no package", async () => {
    expect((await packageFor(people.customer)).equals(bytes)).toBe(true);
    const body = { project_id: projectId, kind: "auditor_package" };
    expect((await people.foreign.send("POST", "/api/v1/reports", body)).status).toBe(404);
    const { reports } = (await people.auditor.get(`/api/v1/reports?project_id=${projectId}`)).data;
    for (const { id } of reports)
      expect((await people.foreign.fetch(`/api/v1/reports/${id}/file`)).status).toBe(404);
    expect(reports).toHaveLength(2);
  });
});
