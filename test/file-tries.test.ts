import { beforeEach, describe, expect, test } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/common";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { newId } from "../platform/ids.ts";
import type { ingestEvidence } from "../workflows/evidence/ingestion.workflow.ts";
import { startActivityWorker } from "./support/activity-worker.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

/** The errors of each step, attempt by attempt; after the last it succeeds. */
let faults: Partial<Record<string, Error[]>>;
let tries: Record<string, number>;
let failedWith: string | null;

const step = (name: string, result: unknown) => async () => {
  tries[name] = (tries[name] ?? 0) + 1;
  const fault = faults[name]?.shift();
  if (fault !== undefined) throw fault;
  return result;
};

const product = await startProductForFile();
const worker = await stopAfterAll(
  startActivityWorker(product.config, {
    hasScanner: async () => true,
    scanEvidence: step("scan", { infected: false, scanned: true }),
    extractEvidence: step("extract", { blocks: 1, ocr: false }),
    embedEvidence: step("embed", {}),
    indexEvidence: step("index", {}),
    completeEvidence: step("complete", undefined),
    failEvidence: async (_id: string, reason: string) => {
      failedWith = reason;
    },
  }),
);
beforeEach(() => {
  faults = {};
  tries = {};
  failedWith = null;
});

const start = () => {
  const evidenceId = newId();
  return worker.temporal.client.workflow.start<typeof ingestEvidence>("ingestEvidence", {
    workflowId: `ingest-${evidenceId}`,
    taskQueue: product.config.TEMPORAL_TASK_QUEUE,
    args: [{ evidenceId, attempt: 0 }],
  });
};

const refused = () =>
  Object.assign(new Error("connect ECONNREFUSED 10.1.2.3:5432"), { code: "ECONNREFUSED" });
const outOfTime = () =>
  ApplicationFailure.create({ type: "ExtractionError", message: "x", details: ["timeout"] });
const damaged = () =>
  ApplicationFailure.create({
    type: "ExtractionError",
    message: "x",
    details: ["corrupt"],
    nonRetryable: true,
  });
const times = (count: number, make: () => Error) => Array.from({ length: count }, make);

test("users see that a file is waiting, without internal details", async () => {
  faults = { scan: times(20, refused) };
  const customer = await product.signIn("customer");
  const project = (await customer.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" })).data;
  const bytes = await makePdf({ pages: [["Rule"]] });
  const about = { project_id: project.id, control_id: "CC6.1" };
  const { id } = (await customer.upload({ name: "a.pdf", bytes }, about)).data;
  const { data } = await waitFor(
    () => customer.get(`/api/v1/evidence/${id}/ingestion`),
    ({ data }) => data.attempts > 2,
  );
  expect(data).toMatchObject({ error: null, waiting: expect.stringContaining("retries automatically") });
  await worker.temporal.client.workflow.getHandle(`ingest-${id}`).terminate();
});

describe("only failures of the file count as attempts", () => {
  test("unavailable servers do not", async () => {
    faults = { extract: [...times(3, refused), ...times(2, outOfTime)], embed: times(2, refused) };
    const handle = await start();
    expect(await handle.result()).toMatchObject({ outcome: "completed", reason: null });
    expect(tries).toMatchObject({ extract: 6, embed: 3 });
    expect(JSON.stringify(await handle.fetchHistory())).not.toMatch(/10\.1\.2\.3/);
  });

  test("a parser that times out does, and users get a sentence", async () => {
    faults = { extract: times(9, outOfTime) };
    await expect((await start()).result()).rejects.toThrow();
    expect([tries["extract"], failedWith]).toEqual([
      3,
      "Reading the file took too long: split it into several files and upload these",
    ]);
  });

  test("a damaged file has one attempt", async () => {
    faults = { extract: times(9, damaged) };
    await expect((await start()).result()).rejects.toThrow();
    expect([tries["extract"], failedWith]).toEqual([
      1,
      "The file is damaged and cannot be read: save or download it again, then upload that file",
    ]);
  });
});
