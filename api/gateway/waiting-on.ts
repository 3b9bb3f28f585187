import type { Response } from "express";
import type { WaitingCaller } from "../route.ts";
import { AppError } from "../../platform/errors.ts";

/** Aborts if the caller disconnects before the end of the response. */
export function disconnectSignal(response: Response): AbortSignal {
  const abort = new AbortController();
  const disconnected = () =>
    new AppError("SERVICE_UNAVAILABLE", "The caller disconnected", { expected: true });
  if (response.destroyed) abort.abort(disconnected());
  response.on("close", () => {
    if (!response.writableFinished) abort.abort(disconnected());
  });
  return abort.signal;
}

/** The caller of a response, watched from the first use of the signal: most routes never use it. */
export function waitingOn(response: Response): WaitingCaller {
  let watched: AbortSignal | undefined;
  return {
    get signal() {
      return (watched ??= disconnectSignal(response));
    },
    onStep: () => undefined,
  };
}
