import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ApplicationFailure } from "@temporalio/common";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createReportActivities } from "../activities/reports/report.activities.ts";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { Report } from "../domain/reports/report.entity.ts";
import { reportKeys, reportWorkflowId, type ReportKind } from "../domain/reports/report.rules.ts";
import { createReportFiles } from "../extraction/report-files.ts";
import { systemClock } from "../platform/clock.ts";
import { createBlobs } from "../platform/blobs/open-blobs.ts";
import { newId } from "../platform/ids.ts";
import type { buildReport } from "../workflows/reports/report.workflow.ts";
import { eventKinds } from "./support/event-kinds.ts";
import { startActivityWorker, type ActivityWorker } from "./support/activity-worker.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { readZip } from "./support/read-zip.ts";
import { waitFor } from "./support/wait-for.ts";

const { product, customer, projectId, uploaded } = await startEvidenceProject();
const blobs = await createBlobs(product.config);
const files = createReportFiles();
const scratch = join(product.config.DATA_DIR, "spool");
const real = createReportActivities({
  orm: product.orm,
  clock: systemClock,
  blobs,
  files,
  scans: false,
  scratch,
});

/** Hooks: after each collection of data, and instead of building. */
let afterGathering: (reportId: string) => Promise<unknown>;
let build: typeof real.buildReportFile;
let collected: number;
let worker: ActivityWorker;

beforeAll(async () => {
  worker = await startActivityWorker(product.config, {
    ...real,
    gatherReport: async (id: string) => {
      const sha256 = await real.gatherReport(id);
      collected += 1;
      await afterGathering(id);
      return sha256;
    },
    buildReportFile: (id: string, sha256?: string) => build(id, sha256),
  });
});
afterAll(async () => {
  await worker.stop();
  await files.close();
});
beforeEach(() => {
  collected = 0;
  afterGathering = async () => undefined;
  build = real.buildReportFile;
});

/** Enough for a few rows, and short enough to wait for. */
const SHORT_MS = 8_000;
/** Enough for a whole package. */
const LONG_MS = 120_000;

/** A report that expires soon. */
async function start(
  kind: ReportKind,
  livesMs: number,
): Promise<{ id: string; result: () => Promise<unknown> }> {
  const id = newId();
  const [requestedAt, expiresAt] = [new Date(), new Date(Date.now() + livesMs)];
  const row = { id, project: projectId, requestedBy: customer.id, requestedAt, expiresAt };
  await product.orm.em.fork().insert(Report, { ...row, kind });
  const handle = await worker.temporal.client.workflow.start<typeof buildReport>("buildReport", {
    workflowId: reportWorkflowId(id),
    taskQueue: product.config.TEMPORAL_TASK_QUEUE,
    args: [{ reportId: id, expiresAt: expiresAt.getTime() }],
  });
  return { id, result: () => handle.result() };
}

const settled = (id: string) =>
  waitFor(
    async () => (await customer.get(`/api/v1/reports/${id}`)).data,
    ({ status }) => status === "completed" || status === "failed",
    LONG_MS,
  );
const takeAway = (id: string, change: object) => () =>
  product.orm.em.fork().nativeUpdate(Evidence, { id }, change);

test.each([
  ["deleted", { deletedAt: new Date() }, false],
  ["was quarantined", { status: "quarantined" }, true],
])(
  "evidence that is %s while the package is built is not in it",
  async (_what, change, isListed) => {
    const id = await uploaded({ control_id: "CC7.1" });
    afterGathering = takeAway(id, change);
    const report = await start("auditor_package", LONG_MS);
    const { status, sha256 } = await settled(report.id);
    expect([status, collected]).toEqual(["completed", 2]);
    const entries = await readZip(await blobs.get(reportKeys(report.id).file(sha256!)));
    expect([...entries.keys()].filter((path) => path.includes(id))).toEqual([]);
    expect(entries.get("evidence.csv")!.toString("utf8").includes(id)).toBe(isListed);
  },
  180_000,
);

test("a project whose evidence keeps changing gets no package, and the report shows the reason", async () => {
  const ids = await Promise.all([1, 2, 3].map(() => uploaded({ control_id: "CC7.2" })));
  afterGathering = () => takeAway(ids[collected - 1]!, { deletedAt: new Date() })();
  const report = await start("auditor_package", SHORT_MS);
  expect((await settled(report.id)).error).toMatch(/request it again/);
  expect(collected).toBe(3);
  expect(await report.result()).toEqual({ outcome: "failed" });
  expect((await customer.get(`/api/v1/reports/${report.id}`)).status).toBe(404);
});

test("users do not see internal errors", async () => {
  build = () => Promise.reject(ApplicationFailure.nonRetryable("connect ECONNREFUSED 10.0.0.1"));
  const { id } = await start("csv", SHORT_MS);
  expect((await settled(id)).error).toBe("The report could not be built: request it again later");
});

test("rows that someone changed in the store are collected again, not reported", async () => {
  afterGathering = async (id) => {
    const { snapshot } = reportKeys(id);
    const rows = (await blobs.get(snapshot)).toString("utf8");
    if (collected === 1) await blobs.put(snapshot, Buffer.from(rows.replaceAll("CC6.1", "CC9.9")));
  };
  const report = await start("csv", LONG_MS);
  const { status, sha256 } = await settled(report.id);
  expect([status, collected]).toEqual(["completed", 2]);
  const entries = await readZip(await blobs.get(reportKeys(report.id).file(sha256!)));
  expect(entries.get("controls.csv")!.toString("utf8")).toContain("CC6.1");
}, 180_000);

test("a second attempt uses the snapshot of the first", async () => {
  let tries = 0;
  build = async (id) => {
    tries += 1;
    if (tries === 1) throw new Error("the worker was killed");
    return real.buildReportFile(id);
  };
  const report = await start("csv", SHORT_MS);
  expect(await settled(report.id)).toMatchObject({ status: "completed", progress: 1 });
  expect([tries, collected]).toEqual([2, 1]);
  expect(await report.result()).toEqual({ outcome: "completed" });
});

test("a report is deleted with its files when it expires", async () => {
  const folder = async (id: string): Promise<string[]> =>
    readdir(join(product.config.DATA_DIR, "blobs", reportKeys(id).folder)).catch(() => []);
  const { id, result } = await start("csv", SHORT_MS);
  const { status, sha256 } = await settled(id);
  expect(status).toBe("completed");
  expect(await folder(id)).toContain(sha256);
  expect(await result()).toEqual({ outcome: "completed" });
  expect(await folder(id)).toEqual([]);
  expect((await customer.get(`/api/v1/reports/${id}`)).status).toBe(404);
  expect(await eventKinds(product, id)).toEqual(["report.completed", "report.expired"]);
});
