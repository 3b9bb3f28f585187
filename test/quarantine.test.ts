import { expect, test } from "@jest/globals";
import type { IngestionDeps } from "../activities/evidence/ingestion-deps.ts";
import { createIngestionActivities } from "../activities/evidence/ingestion.activities.ts";
import { systemClock } from "../platform/clock.ts";
import { EICAR, startClamd } from "./support/clamd.ts";
import { openLink } from "../dev/stack/link.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import type { UploadFields } from "./support/api-client.ts";
import { readZip } from "./support/read-zip.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { newProject } from "./support/new-project.ts";

const SCANNED_BYTES = 200_000;

const clamd = await stopAfterAll(startClamd(SCANNED_BYTES));
const link = await stopAfterAll(openLink(`127.0.0.1:${clamd.port}`));
const [host, port] = link.address.split(":") as [string, string];
const product = await startProductForFile({
  parts: ["worker"],
  environment: { CLAMAV_HOST: host, CLAMAV_PORT: port },
});
const customer = await product.signIn("customer");
const projectId = await newProject(customer);

const pdf = () => makePdf({ pages: [["A policy that nobody needs to fear."]] });
const upload = async (bytes: Buffer): Promise<string> =>
  (await customer.upload({ name: "a.pdf", bytes }, { project_id: projectId, control_id: "CC6.8" })).data.id;
const replace = async (id: string, bytes: Buffer) =>
  customer.upload(
    { name: "b.pdf", bytes },
    { title: undefined } as unknown as UploadFields,
    `/api/v1/evidence/${id}/versions`,
  );
const fileOf = (id: string) => customer.get(`/api/v1/evidence/${id}/file`);
const until = (id: string, status: string) =>
  waitFor(
    async () => (await customer.get(`/api/v1/evidence/${id}`)).data,
    (e) => e.chunking_status === status,
  );
async function eventsOf(id: string): Promise<string[]> {
  const sql = "select kind from events where subject_id = ? order by occurred_at";
  const events = await product.orm.em.fork().execute<{ kind: string }[]>(sql, [id]);
  return events.map(({ kind }) => kind);
}

test("a clean file passes the scanner", async () => {
  await until(await upload(await pdf()), "COMPLETED");
});

test("malware leads to quarantine: with the reason, without download and passages", async () => {
  const id = await upload(Buffer.concat([await pdf(), Buffer.from(`\n%${EICAR}\n`)]));
  const evidence = await until(id, "QUARANTINED");
  expect(evidence).toMatchObject({ status: "quarantined", chunk_count: 0 });
  expect((await customer.get(`/api/v1/evidence/${id}/ingestion`)).data.error).toBe(
    "Malware was found: Eicar-Test-Signature",
  );
  expect((await customer.get(`/api/v1/evidence/${id}/file`)).status).toBe(409);
  expect(await eventsOf(id)).toEqual(["evidence.uploaded", "evidence.quarantined"]);
});

test("a quarantine whose answer was lost is not withdrawn by the next attempt, unless the evidence is deleted", async () => {
  const id = await upload(Buffer.concat([await pdf(), Buffer.from(`\n%${EICAR}\n`)]));
  await until(id, "QUARANTINED");
  const deps = { orm: product.orm, clock: systemClock } as unknown as IngestionDeps;
  const again = () => createIngestionActivities(deps).quarantineEvidence(id, "Malware was found: X");
  await again();
  expect(await eventsOf(id)).toEqual(["evidence.uploaded", "evidence.quarantined"]);
  expect((await customer.send("DELETE", `/api/v1/evidence/${id}`)).status).toBe(200);
  await expect(again()).rejects.toMatchObject({ type: "Withdrawn" });
});

test("a new version does not lift the quarantine", async () => {
  const id = await upload(Buffer.concat([await pdf(), Buffer.from(`\n%${EICAR}\n`)]));
  await until(id, "QUARANTINED");
  expect((await replace(id, await pdf())).body.error).toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("upload a clean file as new evidence"),
  });
  expect((await customer.get(`/api/v1/evidence/${id}`)).data.status).toBe("quarantined");
  expect((await fileOf(id)).status).toBe(409);
  expect((await customer.send("DELETE", `/api/v1/evidence/${id}`)).status).toBe(200);
});

test("a file that the scanner never accepts fails with the reason, and cannot be downloaded", async () => {
  const id = await upload(Buffer.concat([await pdf(), Buffer.alloc(SCANNED_BYTES * 2)]));
  await until(id, "FAILED");
  const { data } = await customer.get(`/api/v1/evidence/${id}/ingestion`);
  expect(data).toMatchObject({
    step: "scan",
    error: expect.stringMatching(/too large for the malware scanner/),
  });
  expect((await fileOf(id)).body.error).toMatchObject({ details: { reason: "not_scanned" } });
});

/** The manifest of an audit package. */
async function packed(): Promise<{ files: { path: string }[]; left_out: unknown[] }> {
  const body = { project_id: projectId, kind: "auditor_package" };
  const { data } = await customer.send("POST", "/api/v1/reports", body);
  const path = `/api/v1/reports/${data.id}` as const;
  await waitFor(
    () => customer.get(path),
    (answer) => answer.data.status === "completed",
  );
  const file = await customer.fetch(`${path}/file`);
  const entries = await readZip(Buffer.from(await file.arrayBuffer()));
  return JSON.parse(entries.get("manifest.json")!.toString("utf8")) as Awaited<ReturnType<typeof packed>>;
}

test("no file can be downloaded before its scan, and replaced unscanned files never", async () => {
  link.set("cut");
  const id = await upload(Buffer.concat([await pdf(), Buffer.from(`\n%${EICAR}\n`)]));
  await waitFor(
    async () => (await customer.get(`/api/v1/evidence/${id}/ingestion`)).data,
    ({ step }) => step === "scan",
  );
  expect((await fileOf(id)).body.error).toMatchObject({
    code: "CONFLICT",
    details: { reason: "not_scanned" },
  });
  const { files, left_out } = await packed();
  expect(files.filter(({ path }) => path.includes(id))).toEqual([]);
  expect(left_out).toContainEqual({ evidence_id: id, file_name: "a.pdf", reason: "not_scanned" });

  const { status, data } = await replace(id, await pdf());
  expect(status).toBe(201);
  link.set("open");
  await until(data.id, "COMPLETED");
  expect((await customer.fetch(`/api/v1/evidence/${data.id}/file`)).status).toBe(200);
  expect((await customer.get(`/api/v1/evidence/${id}`)).data.status).toBe("superseded");
  expect((await fileOf(id)).body.error).toMatchObject({ details: { reason: "not_scanned" } });
});

test("an unavailable scanner is waited for, never skipped", async () => {
  link.set("cut");
  const id = await upload(await pdf());
  const waiting = await waitFor(
    async () => (await customer.get(`/api/v1/evidence/${id}/ingestion`)).data,
    // Temporal may be asked long after the row was read.
    ({ attempts, step }) => attempts > 1 && step !== null,
  );
  expect(waiting).toMatchObject({ step: "scan", chunking_status: "PROCESSING" });
  link.set("open");
  await until(id, "COMPLETED");
});
