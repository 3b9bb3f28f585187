import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { openLink, type Link } from "../dev/stack/link.ts";
import { loadConfig } from "../platform/config.ts";
import { dependenciesOf } from "./support/dependencies-of.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";

const WAIT_MS = 180_000;
/** The response takes up to 5 s, and longer on a busy machine. */
const SOON_MS = 8_000;

let elasticsearch: Link;
let product: Product;
let customer: SignedIn;
let projectId: string;
beforeAll(async () => {
  elasticsearch = await openLink(new URL(loadConfig().ELASTICSEARCH_URL).host);
  const environment = { ELASTICSEARCH_URL: `http://${elasticsearch.address}` };
  product = await startProduct({ environment, parts: ["worker", "retrieval"] });
  customer = await product.signIn("customer");
  projectId = (await customer.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" })).data.id;
});
afterAll(async () => {
  elasticsearch.set("open");
  await product.stop();
  await elasticsearch.close();
});

async function upload(text: string): Promise<string> {
  const file = { name: "a.pdf", bytes: await makePdf({ pages: [[text]] }) };
  const { status, data } = await customer.upload(file, { project_id: projectId, control_id: "CC6.1" });
  expect(status).toBe(201);
  return data.id;
}
const completed = (id: string) => untilIngested(customer, id, WAIT_MS);
const search = () =>
  customer.send("POST", "/api/v1/retrieval/search", {
    query: "when are badges returned",
    project_id: projectId,
    user_id: customer.id,
  });
const ready = async () => {
  const { status, all } = await dependenciesOf(product.anonymous);
  return { status, elasticsearch: all["elasticsearch"]!.status };
};

test("requests answer 503 while Elasticsearch hangs, and recover when it continues", async () => {
  const first = await upload("Badges are returned when somebody leaves.");
  await completed(first);
  const found = await waitFor(search, ({ status }) => status === 200);
  expect(found.data.results[0]).toMatchObject({ evidence_id: first });
  elasticsearch.set("hung");
  for (let round = 0; round < 3; round++) {
    const since = performance.now();
    const { status, headers } = await search();
    expect([status, headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(performance.now() - since).toBeLessThan(SOON_MS);
  }
  expect(await ready()).toEqual({ status: 503, elasticsearch: "down" });
  const second = await upload("Badges are also returned at the end of a contract.");
  await waitFor(
    async () => (await customer.get(`/api/v1/evidence/${second}/ingestion`)).data.step as string,
    (step) => step === "index",
    WAIT_MS,
  );
  elasticsearch.set("open");
  await completed(second);
  await waitFor(search, ({ status, data }) => status === 200 && data.degraded.length === 0, WAIT_MS);
  await waitFor(ready, ({ elasticsearch: state }) => state === "up");
}, 400_000);
