import type { Request, Response } from "express";
import { EVENT_STREAM, beginEventStream } from "../../platform/web/begin-event-stream.ts";

const BEAT_MS = 10_000;

/** Whether the caller asks for server-sent events; JSON if they accept either. */
export const wantsEvents = (request: Request): boolean =>
  request.accepts("application/json", EVENT_STREAM) === EVENT_STREAM;

export interface EventStream {
  send(event: string, data: unknown): void;
  end(): void;
}

/** Starts a response of server-sent events. Comments keep the connection alive while nothing is sent. */
export function openEventStream(response: Response): EventStream {
  beginEventStream(response);
  const beat = setInterval(() => response.write(": still working\n\n"), BEAT_MS);
  response.on("close", () => clearInterval(beat));
  return {
    // JSON has no line breaks, so data cannot end an event and begin another.
    send: (event, data) => void response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end() {
      clearInterval(beat);
      response.end();
    },
  };
}
