import { expect, test } from "@jest/globals";
import type { RequestListener } from "node:http";
import { runServer } from "../../platform/web/run-server.ts";

const ADDRESS = { port: 0, host: "127.0.0.1" };

test("a server outlives connections that it cannot accept, and reports them", async () => {
  const reported: unknown[] = [];
  const logger = { warn: ({ err }: { err: Error }) => void reported.push(err.message) };
  const app: RequestListener = ({ socket }, response) => {
    // What Node emits if the system refuses a further handle.
    (socket as unknown as { server: NodeJS.EventEmitter }).server.emit("error", new Error("accept EMFILE"));
    response.end("served");
  };
  const server = await runServer(app, ADDRESS, logger);
  const ask = async () => (await fetch(`http://127.0.0.1:${server.port}/`)).text();
  expect([await ask(), await ask()]).toEqual(["served", "served"]);
  await server.stop();
  expect(reported).toEqual(["accept EMFILE", "accept EMFILE"]);
});

test("a port in use is an error of the start", async () => {
  const logger = { warn: () => undefined };
  const first = await runServer(() => undefined, ADDRESS, logger);
  await expect(runServer(() => undefined, { ...ADDRESS, port: first.port }, logger)).rejects.toThrow(
    "EADDRINUSE",
  );
  await first.stop();
});
