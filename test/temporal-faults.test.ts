import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startWorkerProcess, type WorkerProcess } from "../testkit/worker-process.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { startOwnTemporal, type OwnTemporal } from "./support/own-temporal.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";
import { waitFor } from "./support/wait-for.ts";

const WAIT_MS = 240_000;
const FILES = 6;

let temporal: OwnTemporal;
let product: Product;
let worker: WorkerProcess;
let customer: SignedIn;
let projectId: string;
beforeAll(async () => {
  temporal = await startOwnTemporal();
  const environment = { TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: temporal.namespace };
  product = await startProduct({ environment });
  worker = await startWorkerProcess(product.config);
  customer = await product.signIn("customer");
  projectId = (await customer.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" })).data.id;
}, 180_000);
afterAll(async () => {
  await worker.stop();
  await product.stop();
  await temporal.close();
});

const longPdf = () => {
  const lines = Array.from({ length: 25 }, (_, n) => `Rule ${n}: access is reviewed every quarter.`);
  return makePdf({ pages: Array.from({ length: 12 }, () => lines) });
};
const statesOf = async (): Promise<string[]> => {
  const { data } = await customer.get(`/api/v1/evidence?project_id=${projectId}&limit=50`);
  return (data.evidence as { chunking_status: string }[]).map(({ chunking_status: state }) => state);
};

/** The scheduled workflows. */
async function scheduled(): Promise<string[]> {
  const { client, close } = createTemporalClient(product.config);
  const ids: string[] = [];
  for await (const { scheduleId } of client.schedule.list()) ids.push(scheduleId);
  await close();
  return ids;
}

test("files being read when Temporal loses its database are completed without an operator", async () => {
  const bytes = await longPdf();
  for (let n = 0; n < FILES; n++) {
    const file = { name: `${n}.pdf`, bytes };
    expect((await customer.upload(file, { project_id: projectId, control_id: "CC6.1" })).status).toBe(201);
  }
  await waitFor(statesOf, (states) => states.includes("PROCESSING"));
  await temporal.loseData();
  const before = await statesOf();
  expect(before.filter((state) => state !== "COMPLETED").length).toBeGreaterThan(0);
  const isDone = (states: string[]) =>
    states.length === FILES && states.every((state) => state === "COMPLETED");
  await waitFor(statesOf, isDone, WAIT_MS);
  expect(await scheduled()).toHaveLength(3);
}, 400_000);
