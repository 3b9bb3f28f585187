import type { Request, Response } from "express";
import { EVENT_STREAM, beginEventStream } from "../../platform/web/begin-event-stream.ts";

const BEAT_MS = 10_000;

/** Whether the caller asks for server-sent events; JSON when they take either. */
export const wantsEvents = (request: Request): boolean =>
  request.accepts("application/json", EVENT_STREAM) === EVENT_STREAM;

export interface EventStream {
  send(event: "step" | "token" | "citation" | "done" | "error", data: unknown): void;
  end(): void;
}

/** Begins an answer of server-sent events. While nothing is sent it shows by comments that it lives. */
export function openEventStream(response: Response): EventStream {
  beginEventStream(response);
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
