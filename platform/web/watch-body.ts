import type { IncomingMessage } from "node:http";
import { hasBody } from "./has-body.ts";

/**
 * The minimum average speed of a sender: any usable link reaches it, and few senders can hold many
 * connections open for long.
 */
export const SLOWEST = { everyMs: 30_000, bytesPerSecond: 4_096 };

/**
 * Whether we are waiting for the sender rather than the other way round: someone is reading, and all received
 * data has been read.
 */
const waitsForSender = ({ readableFlowing, readableLength }: IncomingMessage): boolean =>
  readableFlowing !== null && readableLength === 0;

/** Calls `tooSlow` once if the body of a request arrives too slowly. */
export function watchBody(
  request: IncomingMessage,
  tooSlow: () => void,
  { everyMs, bytesPerSecond } = SLOWEST,
): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const enough = (everyMs / 1_000) * bytesPerSecond;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const came = socket.bytesRead - before;
    before = socket.bytesRead;
    if (!request.complete && (came >= enough || !waitsForSender(request))) return;
    clearInterval(timer);
    if (!request.complete) tooSlow();
  }, everyMs).unref();
  request.once("close", () => clearInterval(timer));
}
