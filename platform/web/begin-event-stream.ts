import type { Response } from "express";

export const EVENT_STREAM = "text/event-stream";

/** Starts a response of server-sent events. */
export function beginEventStream(response: Response): void {
  response.status(200).set({
    "Content-Type": EVENT_STREAM,
    "Cache-Control": "no-store",
    // Otherwise proxies would buffer it.
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
}
