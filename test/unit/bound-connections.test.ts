import { afterEach, expect, test } from "@jest/globals";
import { once } from "node:events";
import type { Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { createHttpServer } from "../../platform/web/create-http-server.ts";

const SERVED = 4;
const SHARE = 2;
let server: Server;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close().closeAllConnections();
});

/** Sends a request that never ends, and returns the status of the answer. */
async function statusOf(localAddress: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", localAddress }).setEncoding("utf8");
  sockets.push(socket.on("error", () => undefined));
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n");
  const [text] = (await once(socket, "data")) as [string];
  return text.slice(9, 12);
}

test("one caller takes only its share of the connections, and refused ones take none", async () => {
  const connections = { served: SERVED, refused: 10, shareOf: () => SHARE };
  const listener = (_request: unknown, response: { write(text: string): void }) => response.write("served");
  server = createHttpServer(listener, { connections }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const greedy: string[] = [];
  for (let n = 0; n < SERVED + SHARE; n += 1) greedy.push(await statusOf("127.0.0.1"));
  expect(greedy).toEqual(["200", "200", "503", "503", "503", "503"]);
  expect([await statusOf("127.0.0.2"), await statusOf("127.0.0.2")]).toEqual(["200", "200"]);
  // All are taken.
  expect(await statusOf("127.0.0.3")).toBe("503");
});
