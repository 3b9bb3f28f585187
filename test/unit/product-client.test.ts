import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { createProductClient, ProductRefusal } from "../../integrations/chat/product-client.ts";
import { serveLocally } from "../../testkit/serve-locally.ts";
import { infrastructureFault } from "../../platform/database/infrastructure-fault.ts";
import { stopAfterAll } from "../support/stop-after-all.ts";

/** The next response of the server. */
let canned: { status: number; body: string; headers: Record<string, string> };
const server = await stopAfterAll(
  serveLocally((_request, response) => response.writeHead(canned.status, canned.headers).end(canned.body)),
);

const failure = (status: number, body: string, headers: Record<string, string> = {}): Promise<unknown> => {
  canned = { status, body, headers };
  return createProductClient(server.url, "token")
    .get("/", z.object({ id: z.string() }))
    .catch((error: unknown) => error);
};
const envelope = (message: string) => JSON.stringify({ success: false, error: { message } });

describe("a server error is a temporary failure", () => {
  test.each([
    ["reports it", 503, envelope("Search is unavailable")],
    ["failed", 500, envelope("Something went wrong")],
    ["is behind a proxy that cannot reach it", 502, "<html>Bad gateway</html>"],
    ["sends half of its answer", 200, '{"success": true, "da'],
  ])("that %s", async (_what, status, body) => {
    const error = await failure(status, body);
    expect(error).not.toBeInstanceOf(ProductRefusal);
    expect(infrastructureFault(error)).toBe("away");
  });
});

test("a request that is still running, sent before a crash or a timeout, is a temporary failure", async () => {
  const running = await failure(409, envelope("A request is in progress"), { "retry-after": "1" });
  expect(running).not.toBeInstanceOf(ProductRefusal);
  expect(infrastructureFault(running)).toBe("away");
  expect(await failure(409, envelope("It was reviewed"))).toBeInstanceOf(ProductRefusal);
});

test("a refusal has the API's message", async () => {
  const refused = await failure(403, envelope("You may not"));
  expect(refused).toBeInstanceOf(ProductRefusal);
  expect(refused).toMatchObject({ status: 403, message: "You may not" });
});

test("an answer without an expected field is an error, not a value", async () => {
  expect(await failure(200, JSON.stringify({ success: true, data: { name: "x" } }))).toBeInstanceOf(
    z.ZodError,
  );
});

test("a request that no one waits for any longer is ended", async () => {
  const silent = await serveLocally(() => undefined);
  const leaving = new AbortController();
  const client = createProductClient(silent.url, "token", { signal: leaving.signal });
  const asking = client.post("/", z.object({}), {}, { timeoutMs: 60_000 });
  leaving.abort(new Error("the step was cancelled"));
  await expect(asking).rejects.toThrow("the step was cancelled");
  await silent.stop();
});
