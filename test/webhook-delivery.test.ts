import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Webhook as Verifier } from "standardwebhooks";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";
import { waitFor } from "./support/wait-for.ts";
import { answering, startReceiver, type Receiver } from "./support/webhook-receiver.ts";
import { startWebhookWorker } from "./support/webhook-worker.ts";

const WAIT_MS = 30_000;

let product: Product;
let customer: SignedIn;
let worker: { stop(): Promise<void> };
let receiver: Receiver;

beforeAll(async () => {
  product = await startProduct({ environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" } });
  worker = await startWebhookWorker(product.config);
  customer = await product.signIn("customer");
}, 120_000);
afterAll(async () => {
  await worker.stop();
  await product.stop();
}, 60_000);
beforeEach(async () => {
  await receiver?.stop();
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const subscribe = async (who: SignedIn, body: object = {}) =>
  (await who.send("POST", "/api/v1/webhooks", { url: receiver.url, events: ["*"], ...body })).data as {
    id: string;
    secret: string;
  };

const createProject = async (who: SignedIn): Promise<string> =>
  (await who.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" })).data.id;

const arrivals = (count: number) =>
  waitFor(
    () => Promise.resolve(receiver.received),
    (all) => all.length >= count,
    WAIT_MS,
  );

describe("an event", () => {
  test("arrives signed, as the contract has it and Standard Webhooks verifies", async () => {
    const { id, secret } = await subscribe(customer, { events: ["project.created"] });
    const projectId = await createProject(customer);
    const [first] = await arrivals(1);
    const payload = new Verifier(secret).verify(first!.body, first!.headers) as Record<string, unknown>;
    expect(payload).toEqual({
      id: first!.headers["webhook-id"],
      type: "project.created",
      event: "project.created",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: { project: { id: projectId, name: "P", framework: "soc2", status: "active" } },
    });
    const { data } = await customer.get(`/api/v1/webhooks/${id}/deliveries`);
    const [delivery] = await waitFor(
      async () => (await customer.get(`/api/v1/webhooks/${id}/deliveries`)).data.deliveries,
      (list) => list[0].status === "delivered",
      WAIT_MS,
    );
    expect(data.pagination.total).toBe(1);
    const detail = await customer.get(`/api/v1/webhooks/${id}/deliveries/${delivery.id}`);
    expect(detail.data.attempt_log).toEqual([
      expect.objectContaining({ number: 1, status_code: 200, error: null, answer: "noted" }),
    ]);
  });

  test("that fails at first is tried again, under the same id, by a workflow of its own", async () => {
    receiver.behave((response, _received, nth) => answering(nth < 3 ? 500 : 200)(response, _received, nth));
    const { id, secret } = await subscribe(customer, { events: ["project.created"] });
    await createProject(customer);
    const all = await arrivals(3);
    expect(new Set(all.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    for (const { body, headers } of all) new Verifier(secret).verify(body, headers);
    const [delivery] = await waitFor(
      async () => (await customer.get(`/api/v1/webhooks/${id}/deliveries`)).data.deliveries,
      (list) => list[0].status === "delivered",
      WAIT_MS,
    );
    expect(delivery.attempts).toBe(3);
  });
});
