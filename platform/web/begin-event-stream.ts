import type { Response } from "express";

export const EVENT_STREAM = "text/event-stream";

/** Begins an answer of server-sent events. */
export function beginEventStream(response: Response): void {
  response.status(200).set({
    "Content-Type": EVENT_STREAM,
    "Cache-Control": "no-store",
    // Proxies would otherwise collect it.
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
}
