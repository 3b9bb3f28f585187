import { afterEach, describe, expect, test } from "@jest/globals";
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { selfSigned } from "./support/self-signed.ts";
import { setUpWebhooks } from "./support/webhook-stage.ts";
import { answering, type Behaviour } from "./support/webhook-receiver.ts";

const stage = await setUpWebhooks();
let secure: Server | undefined;
afterEach(() => void secure?.close());

const TRIES = 4;

const drip: Behaviour = (response) => {
  response.writeHead(200);
  const dripping = setInterval(() => response.write("."), 50);
  response.on("close", () => clearInterval(dripping));
};
const saying =
  (body: string | Buffer, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(200, headers).end(body);

/** Sends one event to a receiver with this behavior and returns the finished delivery. */
async function deliverTo(behaviour: Behaviour) {
  stage.receiver.behave(behaviour);
  const { id } = await stage.subscribe();
  await stage.createProject();
  return stage.ended(id);
}

describe.each<[string, Behaviour, { status_code: number | null; error: string | null }]>([
  ["hangs", () => undefined, { status_code: null, error: "took too long to answer" }],
  ["answers byte by byte forever", drip, { status_code: null, error: "took too long to answer" }],
  [
    "disconnects in the middle of its answer",
    (response) => {
      response.writeHead(200, { "content-length": "100" }).write("begun", () => response.destroy());
    },
    { status_code: null, error: "cannot be reached" },
  ],
  [
    "disconnects without an answer",
    (response) => void response.destroy(),
    { status_code: null, error: "cannot be reached" },
  ],
  [
    "redirects",
    answering(302, { location: "http://127.0.0.1:1/elsewhere" }),
    { status_code: 302, error: null },
  ],
  ["refuses", answering(400), { status_code: 400, error: null }],
  ["breaks", answering(500), { status_code: 500, error: null }],
])("a receiver that %s", (_what, behaviour, expected) => {
  test("is retried on schedule under one id, and then abandoned", async () => {
    const delivery = await deliverTo(behaviour);
    expect(delivery).toMatchObject({ status: "dead", attempts: TRIES });
    expect(delivery.attempt_log).toHaveLength(TRIES);
    for (const attempt of delivery.attempt_log) expect(attempt).toMatchObject(expected);
    const ids = stage.receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect([...new Set(ids)]).toEqual([delivery.event_id]);
    expect(ids).toHaveLength(TRIES);
  });
});

describe.each<[string, Behaviour]>([
  ["very long", saying("x".repeat(5_000_000))],
  ["a gzip bomb", saying(gzipSync("x".repeat(20_000_000)), { "content-encoding": "gzip" })],
  ["binary data", saying(Buffer.from([0, 255, 0, 65]))],
  ["empty", (response) => void response.writeHead(204).end()],
])("a response that is %s", (_what, behaviour) => {
  test("is a success anyway, and is not kept, because it comes from a private network", async () => {
    const delivery = await deliverTo(behaviour);
    expect(delivery).toMatchObject({ status: "delivered", attempts: 1 });
    expect(delivery.attempt_log.map(({ answer }) => answer)).toEqual([null]);
    expect(stage.receiver.received).toHaveLength(1);
  });
});

describe("a receiver with Retry-After", () => {
  test.each<[string, () => string]>([
    ["in seconds", () => "2"],
    ["as a date", () => new Date(Date.now() + 3_000).toUTCString()],
  ])("%s is not called sooner", async (_how, retryAfter) => {
    const delivery = await deliverTo((response, received, nth) =>
      answering(nth === 1 ? 429 : 200, { "retry-after": retryAfter() })(response, received, nth),
    );
    expect(delivery).toMatchObject({ status: "delivered", attempts: 2 });
    const [first, second] = stage.receiver.received;
    expect(second!.at - first!.at).toBeGreaterThan(1_900);
  });
});

describe("a receiver that answers 410", () => {
  test("is turned off at once, and its owner can see why", async () => {
    stage.receiver.behave(answering(410));
    const { id } = await stage.subscribe();
    await stage.createProject();
    expect(await stage.ended(id)).toMatchObject({ status: "dead", attempts: 1 });
    const read = async () => (await stage.customer.get(`/api/v1/webhooks/${id}`)).data;
    expect(await read()).toMatchObject({ active: false, disabled_reason: "gone" });
    const { data } = await stage.customer.get("/api/v1/events?kind=webhook.disabled");
    expect(data.events).toEqual([expect.objectContaining({ subject_id: id, actor_id: null })]);
    await stage.customer.send("PUT", `/api/v1/webhooks/${id}`, { active: true });
    expect(await read()).toMatchObject({ active: true, disabled_reason: null });
  });
});

describe("an untrusted receiver", () => {
  test("with a self-signed certificate gets nothing", async () => {
    const received: string[] = [];
    secure = createServer(selfSigned(), (request, response) => {
      received.push(request.url!);
      response.end();
    }).listen(0, "127.0.0.1");
    await once(secure, "listening");
    const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
    const { id } = await stage.subscribe(stage.customer, { url });
    await stage.createProject();
    const delivery = await stage.ended(id);
    expect(delivery.status).toBe("dead");
    expect(delivery.attempt_log[0]).toMatchObject({ status_code: null, error: "cannot be reached" });
    expect(received).toEqual([]);
  });
});
