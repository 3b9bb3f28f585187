import { performServerHandshake } from "node:http2";
import type { Socket } from "node:net";

const GRPC = { ":status": 200, "content-type": "application/grpc" };
const UNAVAILABLE = { "grpc-status": "14", "grpc-message": "interrupted (9)" };
/** An empty message: not compressed, length 0. */
const EMPTY = Buffer.alloc(5);

/** Temporal's response without its database. */
const isAnswered = (path: string): boolean => path.endsWith("/GetSystemInfo");

/** Answers the gRPC calls of a connection as a Temporal server whose database fails. */
export function failCalls(socket: Socket): void {
  const session = performServerHandshake(socket);
  session.on("error", () => undefined);
  session.on("stream", (stream, headers) => {
    stream.on("error", () => undefined);
    stream.resume();
    if (!isAnswered(String(headers[":path"])))
      return stream.respond({ ...GRPC, ...UNAVAILABLE }, { endStream: true });
    stream.respond(GRPC, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(EMPTY);
  });
}
