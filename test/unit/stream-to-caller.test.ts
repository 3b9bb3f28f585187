import { afterEach, expect, test } from "@jest/globals";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { streamToCaller } from "../../platform/web/stream-to-caller.ts";

const SLOW_MS = 40;

let server: Server;
let socket: Socket;
afterEach(() => {
  // A caller who reads nothing does not notice that it was disconnected.
  socket.destroy();
  server.close();
});

/** Serves one request with `answer` and reports how it ended; `read` is the caller. */
async function serve(
  answer: (response: ServerResponse) => Promise<void>,
  read: (socket: Socket, requested: Promise<void>) => Promise<void>,
): Promise<unknown> {
  const [requested, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
  server = createServer((_request, response) => {
    requested.resolve();
    answer(response).then(() => ended.resolve("well"), ended.resolve);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  await read(socket, requested.promise);
  return ended.promise;
}

const untilText = async (socket: Socket, text: string): Promise<void> => {
  let all = "";
  while (!all.includes(text)) all += String((await once(socket, "data"))[0]);
};

/** Ends, or continues, only after the caller has gone. */
async function* untilClosed(response: ServerResponse, ...texts: string[]): AsyncGenerator<string> {
  const closed = once(response, "close");
  for (const text of texts) {
    yield text;
    await closed;
  }
}

test("a caller who closes after the last byte was answered successfully", async () => {
  const ended = await serve(
    async (response) => {
      response.setHeader("Content-Length", 3);
      await streamToCaller(untilClosed(response, "all"), response);
    },
    async (socket) => {
      await untilText(socket, "all");
      socket.destroy();
    },
  );
  expect(ended).toBe("well");
});

test("a caller who disconnects in the middle is not an error, and the source ends", async () => {
  let source: Readable | undefined;
  const ended = await serve(
    (response) => {
      source = Readable.from(untilClosed(response, "some", "more", "end"));
      return streamToCaller(source, response);
    },
    async (socket) => {
      await untilText(socket, "some");
      socket.destroy();
    },
  );
  expect(ended).toBe("well");
  expect(source?.destroyed).toBe(true);
});

test("a caller who disconnected before the response is not an error, and the source ends", async () => {
  const source = Readable.from(["some", "end"]);
  const ended = await serve(
    async (response) => {
      await once(response, "close");
      await streamToCaller(source, response);
    },
    async (socket, requested) => {
      await requested;
      socket.destroy();
    },
  );
  expect(ended).toBe("well");
  expect(source.destroyed).toBe(true);
});

test.each<[string, (source: Readable) => void, string]>([
  ["fails", (source) => source.destroy(new Error("disk")), "disk"],
  ["ends too early", (source) => source.destroy(), "Premature close"],
])("a source that %s throws", async (_what, spoil, message) => {
  const source = new Readable({ read: () => undefined });
  source.push("some");
  const ended = await serve(
    (response) => streamToCaller(source, response),
    async (socket) => {
      await untilText(socket, "some");
      spoil(source);
    },
  );
  expect(ended).toMatchObject({ message });
});

/** More than all the buffers can hold. */
async function* endless(): AsyncGenerator<string> {
  for (;;) yield "x".repeat(65_536);
}

test("a caller who reads nothing is disconnected, and the source ends", async () => {
  const source = Readable.from(endless());
  const ended = await serve(
    (response) => streamToCaller(source, response, 200),
    async (socket) => {
      await once(socket, "data");
      socket.pause();
    },
  );
  expect(ended).toBe("well");
  expect(source.destroyed).toBe(true);
});

test("a caller who does not read the last bytes is disconnected", async () => {
  const last = "x".repeat(64 * 1024 * 1024);
  const ended = await serve(
    (response) => streamToCaller(Readable.from([last]), response, 200),
    async (socket) => {
      await once(socket, "data");
      socket.pause();
    },
  );
  expect(ended).toBe("well");
});

/** Pauses for longer than a caller may. */
async function* slow(...texts: string[]): AsyncGenerator<string> {
  for (const text of texts) {
    yield text;
    await sleep(SLOW_MS);
  }
}

test("a slow source is waited for", async () => {
  let text = "";
  const ended = await serve(
    (response) => streamToCaller(slow("some", "more", "end"), response, SLOW_MS / 2),
    async (socket) => {
      for await (const data of socket) text += String(data);
    },
  );
  expect(ended).toBe("well");
  expect(text).toContain("end");
});
