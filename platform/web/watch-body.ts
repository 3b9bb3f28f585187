import type { IncomingMessage } from "node:http";
import { hasBody } from "./has-body.ts";

/** What a sender must reach on average while we wait for them: any link in use does, and few senders can hold many connections open for long. */
export const SLOWEST = { everyMs: 30_000, bytesPerSecond: 4_096 };

/** Whether it is the sender that we wait for, and not the other way round: somebody reads, and all that came is read. */
const waitsForSender = ({ readableFlowing, readableLength }: IncomingMessage): boolean =>
  readableFlowing !== null && readableLength === 0;

/** Calls `tooSlow` once when the body of a request comes in too slowly. */
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
