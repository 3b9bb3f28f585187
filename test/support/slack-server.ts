import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { serveLocally } from "../../testkit/serve-locally.ts";
import { createSlackOauth, type SlackAnswer, type SlackOauth } from "./slack-oauth.ts";
import { createSocketPeer, type SocketPeer } from "./socket-peer.ts";

export interface SlackCall {
  /** `chat.postMessage`, or `respond` for answers to a response URL. */
  method: string;
  token: string | null;
  args: Record<string, unknown>;
  at: number;
}

type Behaviour = (call: SlackCall, nth: number) => SlackAnswer | Promise<SlackAnswer>;

/** Slack's Web API and its sockets on this machine: real HTTP and WebSocket, recording everything. */
export interface SlackServer {
  apiUrl: string;
  responseUrl: string;
  /** Its page for installing the app is at `/oauth/v2/authorize`. */
  oauth: SlackOauth;
  calls: SlackCall[];
  /** The opened sockets, latest last. */
  sockets: SocketPeer[];
  /** The calls of this method, in order. */
  to(method: string): SlackCall[];
  /** Sets a method's responses; `nth` counts from 1. */
  behave(method: string, behaviour: Behaviour): void;
  /** Restores normal responses and drops the recorded calls. */
  reset(): void;
  stop(): Promise<void>;
}

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

function readArgs(request: IncomingMessage, body: string): Record<string, unknown> {
  if (request.headers["content-type"]?.startsWith("application/json") === true)
    return JSON.parse(body) as Record<string, unknown>;
  const values = [...new URLSearchParams(body)].map(([name, value]) => [
    name,
    /^[[{]/.test(value) ? (JSON.parse(value) as unknown) : value,
  ]);
  return Object.fromEntries(values) as Record<string, unknown>;
}

/** Accepts the upgrade to a WebSocket. */
function openSocket(request: IncomingMessage, socket: Duplex): SocketPeer {
  const key = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${GUID}`).digest("base64");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
  );
  return createSocketPeer(socket);
}

function authorize(oauth: SlackOauth, url: URL, response: ServerResponse): void {
  const location = oauth.authorize(url);
  if (location === null) response.writeHead(400).end("Something went wrong when authorizing this app.");
  else response.writeHead(302, { location }).end();
}

export async function startSlackServer(): Promise<SlackServer> {
  const calls: SlackCall[] = [];
  const sockets: SocketPeer[] = [];
  const oauth = createSlackOauth();
  const behaviours = new Map<string, { behaviour: Behaviour; nth: number }>();

  const usual = ({ method, args }: SlackCall): SlackAnswer => {
    if (method === "apps.connections.open")
      return { body: { ok: true, url: `${base.replace("http", "ws")}/socket` } };
    if (method === "oauth.v2.access") return oauth.access(args);
    return { body: { ok: true, channel: args["channel"], ts: `${calls.length}.000100` } };
  };

  async function answer(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const url = new URL(request.url!, base);
    if (url.pathname === "/oauth/v2/authorize") return authorize(oauth, url, response);
    const method = request.url!.split("/").at(-1)!;
    const token = request.headers.authorization?.replace("Bearer ", "") ?? null;
    const call = { method, token, args: readArgs(request, body), at: Date.now() };
    calls.push(call);
    const special = behaviours.get(method);
    const {
      status = 200,
      headers = {},
      body: reply = { ok: true },
      hangs,
    } = special === undefined ? usual(call) : await special.behaviour(call, (special.nth += 1));
    if (hangs === true) return;
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(reply));
  }

  const {
    server,
    url: base,
    stop: stopServing,
  } = await serveLocally((request, response) => {
    void text(request).then(async (body) => answer(request, response, body));
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex) => {
    const peer = openSocket(request, socket);
    sockets.push(peer);
    peer.send({ type: "hello" });
  });
  return {
    apiUrl: `${base}/api/`,
    responseUrl: `${base}/respond`,
    oauth,
    calls,
    sockets,
    to: (method) => calls.filter((call) => call.method === method),
    behave: (method, behaviour) => void behaviours.set(method, { behaviour, nth: 0 }),
    reset() {
      behaviours.clear();
      oauth.press("allow");
      calls.length = 0;
    },
    async stop() {
      for (const socket of sockets) socket.cut();
      await stopServing();
    },
  };
}
