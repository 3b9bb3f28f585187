import { expect, test } from "@jest/globals";
import { once } from "node:events";
import { Agent, request, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { runServer, type RunningServer } from "../../platform/web/run-server.ts";

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

test.each([
  ["GET", ""],
  ["POST", "words"],
])("a stop waits for the running %s, and closes its connection with the response", async (method, body) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let served = 0;
  const stops: Promise<void>[] = [];
  const app: RequestListener = (incoming, response) => {
    served += 1;
    if (served === 2) stops.push(server.stop());
    incoming.resume().once("end", () => setTimeout(() => response.end("served"), 20));
  };
  const server: RunningServer = await runServer(app, ADDRESS, { warn: () => undefined });
  const send = async () => {
    const sent = request({ ...ADDRESS, port: server.port, method, agent }).end(body);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    await answer.resume().toArray();
    return answer.headers.connection;
  };
  expect([await send(), await send()]).toEqual(["keep-alive", "close"]);
  await expect(send()).rejects.toThrow("ECONNREFUSED");
  const from = performance.now();
  await Promise.all(stops);
  expect(performance.now() - from).toBeLessThan(2_000);
  agent.destroy();
});

test.each([
  ["that has begun", (response: ServerResponse) => void response.write("first, ")],
  ["to a body that no one reads", () => undefined],
])("a stop waits for a response %s, and then closes its connection", async (_name, begin) => {
  const agent = new Agent({ keepAlive: true });
  const app: RequestListener = (_incoming, response) => {
    begin(response);
    setTimeout(() => response.end("last"), 200);
    setTimeout(() => stops.push(server.stop()), 100);
  };
  const stops: Promise<void>[] = [];
  const server: RunningServer = await runServer(app, ADDRESS, { warn: () => undefined });
  const sent = request({ ...ADDRESS, port: server.port, method: "POST", agent }).end("words");
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const from = performance.now();
  expect(Buffer.concat(await answer.toArray()).toString()).toMatch(/last$/);
  await Promise.all(stops);
  expect(performance.now() - from).toBeLessThan(2_000);
  agent.destroy();
});

test("a stop waits until a slow reader has a response that is complete for the app", async () => {
  const bytes = 30_000_000;
  const app: RequestListener = (_incoming, response) => void response.end(Buffer.alloc(bytes));
  const server = await runServer(app, ADDRESS, { warn: () => undefined });
  const sent = request({ ...ADDRESS, port: server.port }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const stopping = server.stop();
  let received = 0;
  for await (const chunk of answer) received += (chunk as Buffer).length;
  expect(received).toBe(bytes);
  await stopping;
});
