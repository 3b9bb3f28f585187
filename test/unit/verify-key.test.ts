import { expect, test } from "@jest/globals";
import { setImmediate as turn } from "node:timers/promises";
import type { Request } from "express";
import { serveLocally } from "../../testkit/serve-locally.ts";
import { createVerifyKey } from "../../retrieval/server/verify-key.ts";
import { stopAfterAll } from "../support/stop-after-all.ts";

const OWNER = { success: true, data: { id: "u1", role: "customer" } };

const request = { get: () => undefined, socket: { remoteAddress: "127.0.0.1" } } as unknown as Request;
let requests = 0;

/** Ends every connection when it is used a second time, like a server whose keep-alive has just run out. */
const used = new WeakSet<object>();
const server = await stopAfterAll(
  serveLocally((request, response) => {
    requests += 1;
    if (used.has(request.socket)) return void request.socket.destroy();
    used.add(request.socket);
    response.setHeader("content-type", "application/json").end(JSON.stringify(OWNER));
  }),
);

test("a key is verified again if its connection closes just when it is reused", async () => {
  const verifyKey = createVerifyKey(server.url);
  expect(await verifyKey(request, "cmk_a")).toMatchObject({ userId: "u1", role: "customer" });
  // Until then, the client does not know that the connection is free.
  await turn();
  expect(await verifyKey(request, "cmk_a")).toMatchObject({ userId: "u1", role: "customer" });
  expect(requests).toBe(3);
});

test.each([
  { what: "an answer that breaks off", status: 200, body: '{"success":', cause: SyntaxError },
  { what: "another status", status: 500, body: "", cause: { message: "The backend answered 500" } },
])(
  "a key that cannot be verified because of $what is no one's fault, and the log has the cause",
  async (broken) => {
    const backend = await serveLocally((_request, response) => {
      response.writeHead(broken.status, { "content-type": "application/json" }).end(broken.body);
    });
    try {
      const cause = typeof broken.cause === "function" ? expect.any(broken.cause) : broken.cause;
      await expect(createVerifyKey(backend.url)(request, "cmk_a")).rejects.toMatchObject({
        code: "SERVICE_UNAVAILABLE",
        cause,
      });
    } finally {
      await backend.stop();
    }
  },
);
