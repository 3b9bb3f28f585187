import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { EICAR, startClamd } from "./support/clamd.ts";
import { createGate, type Gate } from "./support/gate.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";
import { waitFor } from "./support/wait-for.ts";

let clamd: Awaited<ReturnType<typeof startClamd>>;
let gate: Gate;
let product: Product;
let customer: SignedIn;
let projectId: string;

beforeAll(async () => {
  clamd = await startClamd();
  gate = await createGate(`127.0.0.1:${clamd.port}`);
  const [host, port] = gate.address.split(":") as [string, string];
  product = await startProduct({ parts: ["worker"], environment: { CLAMAV_HOST: host, CLAMAV_PORT: port } });
  customer = await product.signIn("customer");
  projectId = (await customer.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" })).data.id;
}, 120_000);
afterAll(async () => {
  await product.stop();
  await gate.close();
  await clamd.stop();
}, 60_000);

const pdf = () => makePdf({ pages: [["A policy that nobody needs to fear."]] });
const upload = async (bytes: Buffer): Promise<string> =>
  (await customer.upload({ name: "a.pdf", bytes }, { project_id: projectId, control_id: "CC6.8" })).data.id;
const until = (id: string, status: string) =>
  waitFor(
    async () => (await customer.get(`/api/v1/evidence/${id}`)).data,
    (e) => e.chunking_status === status,
  );

test("a clean file passes the scanner", async () => {
  await until(await upload(await pdf()), "COMPLETED");
});

test("malware ends in quarantine: with the reason, without download, without passages", async () => {
  const id = await upload(Buffer.concat([await pdf(), Buffer.from(`\n%${EICAR}\n`)]));
  const evidence = await until(id, "QUARANTINED");
  expect(evidence).toMatchObject({ status: "quarantined", chunk_count: 0 });
  expect((await customer.get(`/api/v1/evidence/${id}/ingestion`)).data.error).toBe(
    "Malware was found: Eicar-Test-Signature",
  );
  expect((await customer.get(`/api/v1/evidence/${id}/file`)).status).toBe(409);
  const events = await product.orm.em
    .fork()
    .execute<{ kind: string }[]>("select kind from events where subject_id = ? order by occurred_at", [id]);
  expect(events.map(({ kind }) => kind)).toEqual(["evidence.uploaded", "evidence.quarantined"]);
});

test("a scanner that is away is waited for, never skipped", async () => {
  gate.shut();
  const id = await upload(await pdf());
  const waiting = await waitFor(
    async () => (await customer.get(`/api/v1/evidence/${id}/ingestion`)).data,
    ({ attempts }) => attempts > 1,
  );
  expect(waiting).toMatchObject({ step: "scan", chunking_status: "PROCESSING" });
  gate.open();
  await until(id, "COMPLETED");
});
