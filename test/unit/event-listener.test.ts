import { afterEach, describe, expect, test } from "@jest/globals";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { Response } from "express";
import { EventListener, type StreamMessage } from "../../api/history/event-listener.ts";
import { createLogger } from "../../platform/logger.ts";

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

interface Stage {
  listener: EventListener;
  /** The other end, which reads only on request. */
  socket: Socket;
  /** Whether the caller is still the same. */
  standing: { isSame: boolean; checks: number };
}

async function stage(): Promise<Stage> {
  const standing = { isSame: true, checks: 0 };
  const requireSame = async (): Promise<void> => {
    standing.checks += 1;
    if (!standing.isSame) throw new Error("somebody else");
  };
  const listening = Promise.withResolvers<EventListener>();
  const server = createServer((_request, response) => {
    response.writeHead(200);
    const deps = { requireSame, logger: createLogger("test", "silent") };
    listening.resolve(new EventListener(response as unknown as Response, deps));
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  sockets.push(socket);
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  return { listener: await listening.promise, socket, standing };
}

const message = (n: number, text = `<${n}>`): StreamMessage => ({ id: String(n), text });
const many = (from: number, count: number, text?: string): StreamMessage[] =>
  Array.from({ length: count }, (_, n) => message(from + n, text));

async function readUntil(socket: Socket, end: string): Promise<string> {
  let text = "";
  for await (const bytes of socket) {
    text += (bytes as Buffer).toString();
    if (text.includes(end)) break;
  }
  return text;
}

const messagesIn = (text: string): string[] => text.match(/<\d+>/g) ?? [];

describe("a client of the event stream", () => {
  test("gets missed events first, and nothing twice", async () => {
    const { listener, socket } = await stage();
    listener.offer([message(2), message(3)]);
    listener.open([message(1), message(2)]);
    listener.offer([message(2), message(4)]);
    expect(messagesIn(await readUntil(socket, "<4>"))).toEqual(["<1>", "<2>", "<3>", "<4>"]);
  });

  test("gets nothing after its credential ends", async () => {
    const { listener, socket, standing } = await stage();
    listener.open([message(1)]);
    const answered = readUntil(socket, "nothing of the kind");
    await new Promise(setImmediate);
    standing.isSame = false;
    listener.offer([message(2)]);
    await listener.ended;
    expect([messagesIn(await answered), standing.checks]).toEqual([["<1>"], 2]);
  });

  test("is disconnected at a beat after its credential ends", async () => {
    const { listener, socket, standing } = await stage();
    listener.open([]);
    await listener.beat();
    standing.isSame = false;
    await listener.beat();
    expect(await readUntil(socket, "nothing of the kind")).toContain("\nevent: beat\ndata: {}\n\n");
    await listener.ended;
  });

  test("is disconnected if it does not read, and uses no memory", async () => {
    const { listener } = await stage();
    listener.open([]);
    // More than the buffers of both ends can hold, so that later data waits.
    listener.offer(many(0, 16, "x".repeat(1024 * 1024)));
    await new Promise(setImmediate);
    listener.offer(many(100, 1_000));
    let isOver = false;
    const ended = listener.ended.then(() => (isOver = true));
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    listener.offer([message(2_000)]);
    await ended;
  });
});
