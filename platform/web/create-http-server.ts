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
import { productNow } from "../clock.ts";
import { AppError, unavailable } from "../errors.ts";
import { newId } from "../ids.ts";
import { boundConnections, type ConnectionBounds, type Doorkeeper } from "./bound-connections.ts";
import { endAfterwards } from "./end-connections.ts";
import { errorEnvelope } from "./envelope.ts";
import { hasBody } from "./has-body.ts";
import { SLOWEST, watchBody } from "./watch-body.ts";
import { isWellEncoded } from "./well-encoded.ts";

interface Refusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The response to a request that reached no route; it closes the connection. */
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
    Date: productNow().toUTCString(),
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

/** By Node's error code; any other error means that the request is not HTTP. */
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

/**
 * Answers requests that cannot be parsed; closes the connection if the response could be taken for that of
 * another request.
 */
function answerUnreadable(server: Server): void {
  // A client that does not wait for responses may have several on one connection.
  const inProgress = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on("request", ({ socket }, response) => {
    const responses = inProgress.get(socket) ?? new Set();
    inProgress.set(socket, responses.add(response));
    response.once("close", () => responses.delete(response));
  });
  const mayAnswer = (socket: Duplex): boolean => {
    const [first, ...others] = inProgress.get(socket) ?? [];
    const isItsOwn = first === undefined || (!first.req.complete && !first.headersSent);
    return socket.writable && isItsOwn && others.length === 0;
  };
  server.on("clientError", (error: ParseError, socket) => {
    if (!mayAnswer(socket)) return void socket.destroy();
    socket.end(inText(refusalOf(error)), () => socket.destroy());
  });
}

/** Headers that must not be repeated: Node takes the first value or joins them. */
const ONCE = [
  "authorization",
  "content-type",
  "host",
  "idempotency-key",
  "x-api-key",
  "x-user-id",
  "x-user-role",
];

/** The problem with the head of a request, before its content is considered; null if there is none. */
function problemOf({ httpVersion, headers, headersDistinct, url = "" }: IncomingMessage): string | null {
  if (httpVersion === "1.1" && headers.host === undefined) return "The request has no Host header";
  const twice = ONCE.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (twice !== undefined) return `Send the header ${twice} once`;
  return isWellEncoded(url) ? null : "The address of the request is not valid UTF-8";
}

/**
 * Time for the sender to read a response that was sent before the end of the body; then the rest is dropped.
 */
const LINGER_MS = 10_000;

function endEarly(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  response.once("finish", () => {
    if (request.complete) return;
    // A reader that stopped in the middle left the request paused, and it would never complete.
    request.resume();
    const cut = (): void => {
      if (!request.complete) request.socket.destroy();
    };
    setTimeout(cut, lingerMs).unref();
  });
}

/** Answers with a timeout if there is no response yet, and closes the connection. */
function cutSlow(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void request.socket.destroy();
  response.once("finish", () => request.socket.destroySoon());
  send(response, refusal(408, "The request body arrived too slowly"));
}

/**
 * For a connection beyond the limit: it closes after the response, or after the body that is still being
 * sent.
 */
function refuseBeyond(request: IncomingMessage, response: ServerResponse): void {
  const error = unavailable("Too many connections are open: try again shortly");
  const answer = refusalWith(error, { "Retry-After": "1" });
  if (!hasBody(request)) return send(response, answer);
  // Most clients read the response only after they have sent everything.
  response.writeHead(answer.status, answer.headers).write(answer.body);
  request.once("end", () => response.end()).resume();
}

export interface HttpServerOptions extends ServerOptions {
  /** The lowest accepted speed of bodies. */
  slowest?: typeof SLOWEST;
  /** Milliseconds for the rest of a body that has been answered already. */
  lingerMs?: number;
  /** Unlimited by default. */
  connections?: ConnectionBounds;
}

/**
 * A server whose responses all come from the listener or are errors in the envelope, including those that
 * Node would refuse itself.
 */
export function createHttpServer(
  listener: RequestListener,
  { slowest = SLOWEST, lingerMs = LINGER_MS, connections, ...options }: HttpServerOptions = {},
): Server {
  let doorkeeper: Doorkeeper | null = null;
  // Node answers a missing Host or an unknown Expect without a body.
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
    send(response, refusal(417, "Expect supports only 100-continue")),
  );
  answerUnreadable(server);
  if (connections !== undefined) doorkeeper = boundConnections(server, connections);
  return server;
}
