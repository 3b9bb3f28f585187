import { expect, test } from "@jest/globals";
import { setImmediate as turn } from "node:timers/promises";
import type { Request } from "express";
import { serveLocally } from "../../testkit/serve-locally.ts";
import { createVerifyKey } from "../../retrieval/server/verify-key.ts";
import { stopAfterAll } from "../support/stop-after-all.ts";

const OWNER = { success: true, data: { id: "u1", role: "customer" } };

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
  const request = { get: () => undefined, socket: { remoteAddress: "127.0.0.1" } } as unknown as Request;
  expect(await verifyKey(request, "cmk_a")).toMatchObject({ userId: "u1", role: "customer" });
  // Until then, the client does not know that the connection is free.
  await turn();
  expect(await verifyKey(request, "cmk_a")).toMatchObject({ userId: "u1", role: "customer" });
  expect(requests).toBe(3);
});
