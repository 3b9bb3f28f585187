import { beforeAll, describe, expect, test } from "@jest/globals";
import { createHash } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PDFDocument } from "pdf-lib";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { Report } from "../domain/reports/report.entity.ts";
import { reportWorkflowId, type ReportKind } from "../domain/reports/report.rules.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import type { buildReport } from "../workflows/reports/report.workflow.ts";
import { eventKinds } from "./support/event-kinds.ts";
import { auditEntriesOf } from "./support/audit-entries.ts";
import { newProjectOf, signInPeople } from "./support/new-project.ts";
import { readZip } from "./support/read-zip.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const WAIT_MS = 120_000;

const product = await startProductForFile({ parts: ["worker"] });
const temporal = await stopAfterAll(createTemporalClient(product.config));
const people = await signInPeople(product);

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const newProject = (name = "Reviewed"): Promise<string> =>
  newProjectOf(people, { name, period_start: "2026-01-01", period_end: "2026-12-31" });

/** Uploads a file and waits until its state is final. */
async function evidenceIn(
  projectId: string,
  name: string,
  text: string,
): Promise<{ id: string; bytes: Buffer }> {
  const bytes = await makePdf({ pages: [[text]] });
  const fields = { project_id: projectId, control_id: "CC6.1", title: "=cmd|calc" };
  const { data } = await people.customer.upload({ name, bytes }, fields);
  await untilIngested(people.customer, data.id, WAIT_MS);
  return { id: data.id, bytes };
}

const request = (projectId: string, kind: string, caller = people.auditor) =>
  caller.send("POST", "/api/v1/reports", { project_id: projectId, kind });
const read = async (id: string) => (await people.auditor.get(`/api/v1/reports/${id}`)).data;
const settled = (id: string) =>
  waitFor(
    () => read(id),
    ({ status }) => status === "completed" || status === "failed",
    WAIT_MS,
  );

async function fileOf(id: string): Promise<{ response: Response; bytes: Buffer }> {
  const response = await people.auditor.fetch(`/api/v1/reports/${id}/file`);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function built(projectId: string, kind: ReportKind) {
  const requested = await request(projectId, kind);
  expect(requested.status).toBe(202);
  const report = await settled(requested.data.id);
  expect(report).toMatchObject({ status: "completed", progress: 1, error: null });
  return { report, ...(await fileOf(report.id)) };
}

const jsonIn = async <T>(zip: Buffer, path: string): Promise<T> =>
  JSON.parse((await readZip(zip)).get(path)!.toString("utf8")) as T;
const blobsOf = (id: string): Promise<string[]> =>
  readdir(join(product.config.DATA_DIR, "blobs", "reports", id)).catch(() => []);
const originalOf = (id: string): string => join(product.config.DATA_DIR, "blobs", "evidence", id, "original");
const resultOf = (id: string) =>
  temporal.client.workflow.getHandle<typeof buildReport>(reportWorkflowId(id)).result();

describe("reports of a project with evidence and a finding", () => {
  let projectId: string;
  let shown: { id: string; bytes: Buffer };
  let hidden: { id: string };
  let pack: Awaited<ReturnType<typeof built>>;
  beforeAll(async () => {
    projectId = await newProject();
    shown = await evidenceIn(projectId, "Überprüfung 1.pdf", "Access is reviewed every quarter.");
    hidden = await evidenceIn(projectId, "bad.pdf", "Nobody should open this.");
    const [em, extractionWarnings] = [product.orm.em.fork(), ["Page 3: damaged and not read."]];
    await em.nativeUpdate(Evidence, { id: shown.id }, { extractionWarnings });
    await em.nativeUpdate(Evidence, { id: hidden.id }, { status: "quarantined" });
    const finding = { project_id: projectId, title: "+SUM(A1)", severity: "High", control_id: "CC6.1" };
    expect((await people.customer.send("POST", "/api/findings", finding)).status).toBe(201);
    pack = await built(projectId, "auditor_package");
  }, WAIT_MS);

  test("the audit package matches its manifest", async () => {
    const { report, response, bytes } = pack;
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect([report.file_size, report.sha256]).toEqual([bytes.length, sha256(bytes)]);
    const entries = await readZip(bytes);
    const path = `evidence/CC6.1/${shown.id}-Überprüfung 1.pdf`;
    const textOf = (name: string): string => entries.get(name)!.toString("utf8");
    expect([...entries.keys()]).toEqual([
      "controls.csv",
      "cover.pdf",
      "evidence.csv",
      path,
      "findings.csv",
      "index.pdf",
      "index.xlsx",
      "manifest.json",
      "score.json",
    ]);
    expect(entries.get(path)).toEqual(shown.bytes);
    const manifest = JSON.parse(entries.get("manifest.json")!.toString()) as { files: object[] };
    expect(manifest).toMatchObject({
      format_version: 2,
      framework: "soc2",
      project: { id: projectId, name: "Reviewed", period_start: "2026-01-01", period_end: "2026-12-31" },
      left_out: [{ evidence_id: hidden.id, file_name: "bad.pdf", reason: "quarantined" }],
    });
    entries.delete("manifest.json");
    expect(manifest.files).toEqual(
      [...entries].map(([name, data]) => ({ path: name, size: data.length, sha256: sha256(data) })),
    );
    expect(textOf("evidence.csv")).toContain("'=cmd|calc");
    expect(textOf("evidence.csv")).toContain("Page 3: damaged and not read.");
    expect(textOf("findings.csv")).toContain("'+SUM(A1)");
    expect(textOf("controls.csv").split("\r\n")).toHaveLength(1 + 61 + 1);
  });

  test("its score matches the product's", async () => {
    const { bytes } = pack;
    const score = await jsonIn<{ overall: number }>(bytes, "score.json");
    const query = `project_id=${projectId}`;
    const { data: overview } = await people.auditor.get(`/api/compliance/overview/detailed?${query}`);
    const { data: risk } = await people.auditor.get(`/api/compliance/risk?${query}`);
    expect(score.overall).toBeGreaterThan(0);
    expect(score).toMatchObject({
      overall: overview.overall_score,
      categories: overview.framework_scores,
      coverage: overview.control_coverage,
      evidence_quality: overview.evidence_quality,
      critical_gaps: overview.criticalGaps,
      risk: { score: risk.score, level: risk.level, counted: 1 },
      active_findings: { High: 1, Low: 0 },
    });
  });

  test("the tables are three CSV files", async () => {
    const { bytes } = await built(projectId, "csv");
    const entries = await readZip(bytes);
    expect([...entries.keys()]).toEqual(["controls.csv", "evidence.csv", "findings.csv"]);
    for (const data of entries.values()) expect(data.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  });

  test("the summary is a PDF", async () => {
    const { response, bytes } = await built(projectId, "summary_pdf");
    expect(response.headers.get("content-type")).toBe("application/pdf");
    const pdf = await PDFDocument.load(bytes);
    expect(pdf.getTitle()).toBe("Reviewed: compliance summary");
    expect(pdf.getPageCount()).toBeLessThanOrEqual(2);
  });

  test.each(["auditor_package", "csv", "oscal", "summary_pdf"] as const)(
    "the same rows make the same bytes: %s",
    async (kind) => {
      const first = kind === "auditor_package" ? pack : await built(projectId, kind);
      const second = await built(projectId, kind);
      expect(first.report.id).not.toBe(second.report.id);
      expect(first.bytes.equals(second.bytes)).toBe(true);
      const { report } = first;
      expect([report.sha256, report.file_name]).toEqual([second.report.sha256, second.report.file_name]);
    },
  );

  test("the bytes depend on the reported rows only", async () => {
    const { customer, admin, foreign } = people;
    const body = { project_id: projectId, title: "A finding", severity: "Low" };
    const { id } = (await customer.send("POST", "/api/findings", body)).data;
    const before = await built(projectId, "auditor_package");
    const path = `/api/findings/${id}`;
    expect((await customer.send("POST", `${path}/comments`, { text: "Looking" })).status).toBe(201);
    const agent = { project_id: projectId, name: "Scanner", kind: "zap" };
    expect((await customer.send("POST", "/api/agents", agent)).status).toBe(201);
    const milestone = { name: "Readiness", due_date: "2100-01-01T00:00:00Z" };
    const project = `/api/v1/projects/${projectId}`;
    expect((await admin.send("POST", `${project}/milestones`, milestone)).status).toBe(201);
    const member = `${project}/team/${foreign.id}`;
    const added = { user_id: foreign.id, role: "customer" };
    expect((await admin.send("POST", `${project}/team`, added)).status).toBe(201);
    expect((await admin.send("DELETE", member)).status).toBe(200);
    const after = await built(projectId, "auditor_package");
    expect(after.report.sha256).toBe(before.report.sha256);
    expect(after.bytes.equals(before.bytes)).toBe(true);
    const owner = { owner_id: customer.id };
    expect((await customer.send("PUT", `${project}/controls/CC1.1`, owner)).status).toBe(200);
    const asOf = async ({ bytes }: { bytes: Buffer }): Promise<number> =>
      Date.parse((await jsonIn<{ as_of: string }>(bytes, "manifest.json")).as_of);
    const changed = await built(projectId, "auditor_package");
    expect(await asOf(changed)).toBeGreaterThan(await asOf(after));
    const dismissal = { status: "false-positive", reason: "x" };
    expect((await customer.send("PATCH", path, { status: "in-progress" })).status).toBe(200);
    expect((await people.auditor.send("PATCH", path, dismissal)).status).toBe(200);
  }, 180_000);

  test("each state has one event, and reports are listed", async () => {
    const { report } = await built(projectId, "csv");
    expect(await eventKinds(product, report.id)).toEqual(["report.requested", "report.completed"]);
    const query = `project_id=${projectId}&kind=csv&status=completed&limit=1`;
    const { reports } = (await people.auditor.get(`/api/v1/reports?${query}`)).data;
    expect(reports).toEqual([report]);
    const failed = (await people.auditor.get(`/api/v1/reports?project_id=${projectId}&status=failed`)).data;
    expect(failed.reports).toEqual([]);
  });

  test("downloading one adds an entry to the audit log", async () => {
    const { report } = await built(projectId, "csv");
    await people.auditor.fetch(`/api/v1/reports/${report.id}/file`, { method: "HEAD" });
    const filter = { action: "report.downloaded", subject_id: report.id };
    const entries = await auditEntriesOf(product, people.admin, filter);
    expect(entries).toMatchObject([
      {
        actor_id: people.auditor.id,
        project_id: projectId,
        data: { report: { id: report.id, kind: "csv", file_name: report.file_name }, range: null },
      },
    ]);
  });

  test("users of other companies see nothing of them", async () => {
    const { report } = await built(projectId, "csv");
    const { foreign } = people;
    expect((await request(projectId, "csv", foreign)).status).toBe(404);
    for (const path of [report.id, `${report.id}/file`])
      expect((await foreign.get(`/api/v1/reports/${path}`)).status).toBe(404);
    expect((await foreign.get("/api/v1/reports")).data.reports).toEqual([]);
  });

  test("an unknown kind is refused, naming the field", async () => {
    const { status, body } = await request(projectId, "slides");
    expect([status, body.error.code, body.error.details["field"]]).toEqual([400, "VALIDATION_ERROR", "kind"]);
  });
});

test("a summary works with any name", async () => {
  const { report, bytes } = await built(await newProject("Prüfung 監査 \u{1F512} Ω"), "summary_pdf");
  expect((await PDFDocument.load(bytes)).getTitle()).toBe("Prüfung 監査 \u{1F512} Ω: compliance summary");
  expect(report.file_name).toMatch(/^Prüfung 監査 \u{1F512} Ω summary \d{4}-\d\d-\d\d\.pdf$/u);
});

test.each([
  ["differs from the upload", "file_changed", (path: string) => writeFile(path, "another file")],
  ["no longer exists", "file_missing", (path: string) => rm(path)],
])("a stored file that %s fails the package, naming the evidence", async (_what, reason, damage) => {
  const projectId = await newProject();
  const { id } = await evidenceIn(projectId, "proof.pdf", "Keys are rotated.");
  await damage(originalOf(id));
  const report = await settled((await request(projectId, "auditor_package")).data.id);
  expect(report).toMatchObject({ status: "failed", file_name: null, completed_at: null });
  expect(report.error).toContain(`evidence ${id}`);
  expect(report.failure).toEqual({ reason, evidence_id: id });
  expect((await fileOf(report.id)).response.status).toBe(409);
  expect(await eventKinds(product, report.id)).toEqual(["report.requested", "report.failed"]);
});

test(
  "reports are deleted with their project, and their workflows end without an error",
  async () => {
    const projectId = await newProject();
    const kept = (await built(projectId, "csv")).report.id;
    expect(await blobsOf(kept)).toHaveLength(1);
    const late = (await request(projectId, "auditor_package")).data.id;
    await people.admin.send("DELETE", `/api/v1/projects/${projectId}`);
    expect((await people.auditor.get(`/api/v1/reports/${kept}`)).status).toBe(404);
    await waitFor(
      async () => (await people.admin.get(`/api/v1/projects/${projectId}/deletion`)).status,
      (status) => status === 404,
      WAIT_MS,
    );
    expect(await resultOf(kept)).toEqual({ outcome: "withdrawn" });
    expect(await resultOf(late)).toEqual({ outcome: "withdrawn" });
    expect([await blobsOf(kept), await blobsOf(late)]).toEqual([[], []]);
    expect(await product.orm.em.fork().count(Report, { project: projectId })).toBe(0);
  },
  WAIT_MS,
);
