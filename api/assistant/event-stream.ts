import type { Request, Response } from "express";

const BEAT_MS = 10_000;
export const EVENT_STREAM = "text/event-stream";

/** Whether the caller asks for server-sent events; JSON when they take either. */
export const wantsEvents = (request: Request): boolean =>
  request.accepts("application/json", EVENT_STREAM) === EVENT_STREAM;

export interface EventStream {
  send(event: "step" | "token" | "citation" | "done" | "error", data: unknown): void;
  end(): void;
}

/** Begins an answer of server-sent events. While nothing is sent it shows by comments that it lives. */
export function openEventStream(response: Response): EventStream {
  response.status(200).set({
    "Content-Type": EVENT_STREAM,
    "Cache-Control": "no-store",
    // Proxies would otherwise collect it.
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
  const beat = setInterval(() => response.write(": still working\n\n"), BEAT_MS);
  response.on("close", () => clearInterval(beat));
  return {
    // JSON has no line breaks, so that data cannot end an event and begin another.
    send: (event, data) => void response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end() {
      clearInterval(beat);
      response.end();
    },
  };
}
