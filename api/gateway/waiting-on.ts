import type { Response } from "express";
import type { WaitingCaller } from "../route.ts";
import { disconnectSignal } from "../../platform/web/disconnect-signal.ts";

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
