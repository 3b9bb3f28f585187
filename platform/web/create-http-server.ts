import {
  STATUS_CODES,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { AppError, unavailable } from "../errors.ts";
import { newId } from "../ids.ts";
import { boundConnections, type ConnectionBounds, type Doorkeeper } from "./bound-connections.ts";
import { errorEnvelope } from "./envelope.ts";
import { hasBody } from "./has-body.ts";
import { SLOWEST, watchBody } from "./watch-body.ts";
import { isWellEncoded } from "./well-encoded.ts";

interface Refusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What no route ever saw, in the words of one; the connection ends with it. */
function refusalWith(error: AppError, more: Record<string, string> = {}): Refusal {
  const requestId = newId();
  const body = JSON.stringify(errorEnvelope(requestId, error));
  const headers = {
    ...more,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    Date: new Date().toUTCString(),
    Connection: "close",
  };
  return { status: error.status, headers, body };
}

function refusal(status: number, message: string, reason = message): Refusal {
  const details = { field: "request", error: reason };
  return refusalWith(new AppError("VALIDATION_ERROR", message, { status, details }));
}

const inText = ({ status, headers, body }: Refusal): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    body,
  ].join("\r\n");

const send = (response: ServerResponse, { status, headers, body }: Refusal): void =>
  void response.writeHead(status, headers).end(body);

/** By the code of Node's error; any other is a request that is no HTTP. */
const REFUSALS: Readonly<Record<string, [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The headers of the request are too large"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The chunk extensions of the request are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive"],
};

type ParseError = Error & { code?: string; reason?: string };

const refusalOf = ({ code = "", reason }: ParseError): Refusal => {
  const [status, message] = REFUSALS[code] ?? [400, "The request is not valid HTTP"];
  return refusal(status, message, status === 400 ? reason : message);
};

/** Answers what could not be read as a request; where an answer would be taken for another one's, it cuts the connection. */
function answerUnreadable(server: Server): void {
  // Several on one connection when a client does not wait for its answers.
  const underWay = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on("request", ({ socket }, response) => {
    const responses = underWay.get(socket) ?? new Set();
    underWay.set(socket, responses.add(response));
    response.once("close", () => responses.delete(response));
  });
  const mayAnswer = (socket: Duplex): boolean => {
    const [first, ...others] = underWay.get(socket) ?? [];
    const isItsOwn = first === undefined || (!first.req.complete && !first.headersSent);
    return socket.writable && isItsOwn && others.length === 0;
  };
  server.on("clientError", (error: ParseError, socket) => {
    if (!mayAnswer(socket)) return void socket.destroy();
    socket.end(inText(refusalOf(error)), () => socket.destroy());
  });
}

/** Where two say two things, and Node takes the first or joins them. */
const ONCE = [
  "authorization",
  "content-type",
  "host",
  "idempotency-key",
  "x-api-key",
  "x-user-id",
  "x-user-role",
];

/** What is wrong with the head of a request, before anybody looks at what it asks; null when nothing is. */
function problemOf({ httpVersion, headers, headersDistinct, url = "" }: IncomingMessage): string | null {
  if (httpVersion === "1.1" && headers.host === undefined) return "The request has no Host header";
  const twice = ONCE.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (twice !== undefined) return `Send the header ${twice} once`;
  return isWellEncoded(url) ? null : "The address of the request is not valid UTF-8";
}

/** A moment for the sender to see an answer that came before the end of the body; then the rest is not waited for. */
const LINGER_MS = 10_000;

function endEarly(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  response.once("finish", () => {
    if (request.complete) return;
    // Whoever stopped reading in the middle left it paused, and it would never be complete.
    request.resume();
    const cut = (): void => {
      if (!request.complete) request.socket.destroy();
    };
    setTimeout(cut, lingerMs).unref();
  });
}

/** Answers where nothing was answered yet, and ends the connection. */
function cutSlow(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void request.socket.destroy();
  response.once("finish", () => request.socket.destroySoon());
  send(response, refusal(408, "The body of the request comes in too slowly"));
}

/** On a connection more than there are handles for: it ends with the answer, or with the body that is still on its way. */
function refuseBeyond(request: IncomingMessage, response: ServerResponse): void {
  const error = unavailable("Too many connections are open: try again shortly");
  const answer = refusalWith(error, { "Retry-After": "1" });
  if (!hasBody(request)) return send(response, answer);
  // Whoever is sending reads the answer only when all was taken.
  response.writeHead(answer.status, answer.headers).write(answer.body);
  request.once("end", () => response.end()).resume();
}

/** The connection ends with the answer, once the whole request has come. */
function endAfterwards(request: IncomingMessage, response: ServerResponse): void {
  const close = (): void => void (response.headersSent || response.setHeader("Connection", "close"));
  if (hasBody(request)) request.once("end", close);
  else close();
}

export interface HttpServerOptions extends ServerOptions {
  /** How slowly bodies may come in. */
  slowest?: typeof SLOWEST;
  /** Milliseconds for the rest of a body that was answered already. */
  lingerMs?: number;
  /** Of any number unless said. */
  connections?: ConnectionBounds;
}

/** A server whose every answer is the listener's or an error in the envelope, also to what Node refuses by itself. */
export function createHttpServer(
  listener: RequestListener,
  { slowest = SLOWEST, lingerMs = LINGER_MS, connections, ...options }: HttpServerOptions = {},
): Server {
  let doorkeeper: Doorkeeper | null = null;
  // Node would answer a missing Host and an unknown Expect without a body.
  const server = createServer({ ...options, requireHostHeader: false }, (request, response) => {
    endEarly(request, response, lingerMs);
    if (doorkeeper?.isBeyond(request.socket)) return refuseBeyond(request, response);
    if (doorkeeper?.isCrowded()) endAfterwards(request, response);
    const problem = problemOf(request);
    if (problem !== null) return send(response, refusal(400, problem));
    watchBody(request, () => cutSlow(request, response), slowest);
    listener(request, response);
  });
  server.on("checkExpectation", (_request, response: ServerResponse) =>
    send(response, refusal(417, "Of Expect only 100-continue is known")),
  );
  answerUnreadable(server);
  if (connections !== undefined) doorkeeper = boundConnections(server, connections);
  return server;
}
