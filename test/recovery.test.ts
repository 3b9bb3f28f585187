import { describe, expect, test } from "@jest/globals";
import { loadConfig } from "../platform/config.ts";
import { createLogger } from "../platform/logger.ts";
import { startWorkers } from "../workers/start-workers.ts";
import { openLink, type Link } from "../dev/stack/link.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { indexedPassages } from "./support/indexed-passages.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { stopsAfterEach } from "./support/stops-after-each.ts";
import { waitFor } from "./support/wait-for.ts";
import { startWorkerProcess } from "../testkit/worker-process.ts";

const WAIT_MS = 120_000;
const base = loadConfig();
const logger = createLogger("test", "silent");

const stops = stopsAfterEach(WAIT_MS);

async function start(
  options: Parameters<typeof startProduct>[0],
): Promise<{ product: Product; customer: SignedIn; projectId: string }> {
  const product = await startProduct(options);
  stops.push(() => product.stop());
  const customer = await product.signIn("customer");
  const projectId = (await customer.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" })).data
    .id;
  return { product, customer, projectId };
}

async function linkTo(address: string): Promise<Link> {
  const link = await openLink(address);
  stops.push(() => link.close());
  return link;
}

/** Long enough to interrupt the processing. */
const longPdf = (pages: number): Promise<Buffer> => {
  const line = (page: number, n: number) =>
    `Section ${page}.${n}: the access of team ${page * 31 + n} was reviewed and confirmed by its manager.`;
  return makePdf({
    pages: Array.from({ length: pages }, (_, page) => Array.from({ length: 25 }, (__, n) => line(page, n))),
  });
};

const upload = async (
  { customer, projectId }: { customer: SignedIn; projectId: string },
  bytes: Buffer,
): Promise<string> => {
  const { status, data } = await customer.upload(
    { name: "a.pdf", bytes },
    { project_id: projectId, control_id: "CC6.1" },
  );
  expect(status).toBe(201);
  return data.id;
};

const read = async (customer: SignedIn, id: string) => (await customer.get(`/api/v1/evidence/${id}`)).data;

/** The evidence's passages in the index, not through a link of the test. */
const indexed = ({ config }: Product, id: string) =>
  indexedPassages({ ...config, ELASTICSEARCH_URL: base.ELASTICSEARCH_URL }, { evidence_id: id });

/** The database and the index contain each chunk once. */
async function expectWhole(product: Product, evidence: { id: string; chunk_count: number }): Promise<void> {
  const rows = await product.orm.em
    .fork()
    .execute<{ id: string }[]>("select id from evidence_chunks where evidence_id = ?", [evidence.id]);
  expect(rows).toHaveLength(evidence.chunk_count);
  expect(await indexed(product, evidence.id)).toEqual(rows.map(({ id }) => id).toSorted());
}

describe("ingestion survives", () => {
  test("a killed worker: another finishes, without duplicate chunks", async () => {
    const { product, customer, projectId } = await start({});
    const first = await startWorkerProcess(product.config);
    stops.push(() => first.kill());
    const id = await upload({ customer, projectId }, await longPdf(30));
    const step = async () => (await customer.get(`/api/v1/evidence/${id}/ingestion`)).data.step;
    await waitFor(step, (name) => name === "embed" || name === "index", WAIT_MS);
    await first.kill();
    expect((await read(customer, id)).chunking_status).toBe("PROCESSING");
    const second = await startWorkerProcess(product.config);
    stops.push(() => second.stop());
    const evidence = await untilIngested(customer, id, WAIT_MS);
    expect(evidence.chunk_count).toBeGreaterThan(20);
    await expectWhole(product, evidence);
  }, 240_000);

  test("Temporal unavailable during the upload: accepted at once, read once it is back", async () => {
    const link = await linkTo(base.TEMPORAL_ADDRESS);
    const { product, customer, projectId } = await start({
      parts: ["worker"],
      environment: { TEMPORAL_ADDRESS: link.address },
    });
    link.set("cut");
    const started = Date.now();
    const id = await upload({ customer, projectId }, await longPdf(1));
    expect(Date.now() - started).toBeLessThan(3_000);
    expect(await read(customer, id)).toMatchObject({ status: "pending", chunking_status: "PENDING" });
    link.set("open");
    await expectWhole(product, await untilIngested(customer, id, WAIT_MS));
  }, 240_000);

  test("Elasticsearch unavailable: retries, and completes once it is back", async () => {
    const link = await linkTo(new URL(base.ELASTICSEARCH_URL).host);
    const { product, customer, projectId } = await start({
      parts: ["worker"],
      environment: { ELASTICSEARCH_URL: `http://${link.address}` },
    });
    link.set("cut");
    const id = await upload({ customer, projectId }, await longPdf(1));
    const retrying = async () => (await customer.get(`/api/v1/evidence/${id}/ingestion`)).data;
    const state = await waitFor(retrying, ({ step, attempts }) => step === "index" && attempts > 1, WAIT_MS);
    expect(state).toMatchObject({ chunking_status: "PROCESSING", error: null, waiting: expect.any(String) });
    link.set("open");
    await expectWhole(product, await untilIngested(customer, id, WAIT_MS));
  }, 240_000);

  test("the API killed between commit and start: the relay starts the workflow, once", async () => {
    const { product, customer, projectId } = await start({
      environment: { TEMPORAL_ADDRESS: "127.0.0.1:9" },
    });
    const ids = [
      await upload({ customer, projectId }, await longPdf(1)),
      await upload({ customer, projectId }, await longPdf(1)),
    ];
    const config = { ...product.config, TEMPORAL_ADDRESS: base.TEMPORAL_ADDRESS };
    const workers = await Promise.all([startWorkers(config, logger), startWorkers(config, logger)]);
    stops.push(...workers.map((worker) => () => worker.stop()));
    for (const id of ids) await expectWhole(product, await untilIngested(customer, id, WAIT_MS));
    const open = await product.orm.em
      .fork()
      .execute<unknown[]>("select id from events where dispatched_at is null");
    expect(open).toEqual([]);
  }, 240_000);

  test("two workers: every file is read once", async () => {
    const { product, customer, projectId } = await start({ parts: ["worker", "worker"] });
    const bytes = await longPdf(2);
    const ids = await Promise.all(Array.from({ length: 8 }, () => upload({ customer, projectId }, bytes)));
    for (const id of ids) await expectWhole(product, await untilIngested(customer, id, WAIT_MS));
    const kinds = await product.orm.em
      .fork()
      .execute<{ kind: string; n: string }[]>(
        "select kind, count(*) n from events where kind like 'evidence.%' group by kind order by kind",
      );
    expect(kinds).toEqual([
      { kind: "evidence.processed", n: "8" },
      { kind: "evidence.uploaded", n: "8" },
    ]);
  }, 240_000);

  test("a deletion during it: nothing is left behind", async () => {
    const { product, customer, projectId } = await start({ parts: ["worker"] });
    const id = await upload({ customer, projectId }, await longPdf(60));
    await waitFor(
      async () => (await customer.get(`/api/v1/evidence/${id}/ingestion`)).data.step,
      (step) => step === "embed" || step === "chunk",
      WAIT_MS,
    );
    expect((await customer.send("DELETE", `/api/v1/evidence/${id}`)).status).toBe(200);
    const rows = () => product.orm.em.fork().execute<unknown[]>("select id from evidence where id = ?", [id]);
    await waitFor(rows, (left) => left.length === 0, WAIT_MS);
    const chunks = "select id from evidence_chunks where evidence_id = ?";
    expect(await product.orm.em.fork().execute(chunks, [id])).toEqual([]);
    expect(await indexed(product, id)).toEqual([]);
  }, 240_000);
});
