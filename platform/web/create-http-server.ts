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
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import { errorEnvelope } from "./envelope.ts";

interface Refusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What no route ever saw, in the words of one; the connection ends with it. */
function refusal(status: number, message: string, reason = message): Refusal {
  const requestId = newId();
  const details = { field: "request", error: reason };
  const error = new AppError("VALIDATION_ERROR", message, { status, details });
  const body = JSON.stringify(errorEnvelope(requestId, error));
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    Date: new Date().toUTCString(),
    Connection: "close",
  };
  return { status, headers, body };
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

const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === "1.1" && headers.host === undefined;

/** A server whose every answer is the listener's or an error in the envelope, also to what Node refuses by itself. */
export function createHttpServer(listener: RequestListener, options: ServerOptions = {}): Server {
  // Node would answer a missing Host and an unknown Expect without a body.
  const server = createServer({ ...options, requireHostHeader: false }, (request, response) =>
    lacksHost(request)
      ? send(response, refusal(400, "The request has no Host header"))
      : listener(request, response),
  );
  server.on("checkExpectation", (_request, response: ServerResponse) =>
    send(response, refusal(417, "Of Expect only 100-continue is known")),
  );
  answerUnreadable(server);
  return server;
}
