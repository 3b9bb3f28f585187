import type { Response } from "express";
import { unavailable } from "../errors.ts";

/** Aborts if the caller disconnects before the end of the response. */
export function disconnectSignal(response: Response): AbortSignal {
  const abort = new AbortController();
  const disconnected = () => unavailable("The caller disconnected", { expected: true });
  if (response.destroyed) abort.abort(disconnected());
  response.on("close", () => {
    if (!response.writableFinished) abort.abort(disconnected());
  });
  return abort.signal;
}
