import type { Response } from "express";
import { AppError, unavailable } from "../../platform/errors.ts";

/** The service answers within this time, if only with an error; gateway and network need some more. */
const ANSWER_MS = 4_500;

/** How long a caller still waits for an answer. */
export interface Patience {
  /** Aborts when the caller disconnects, and with SERVICE_UNAVAILABLE when the answer is overdue. */
  signal: AbortSignal;
  leftMs(): number;
}

/** From now until the response has been sent. */
export function patienceOf(response: Response): Patience {
  const controller = new AbortController();
  const until = performance.now() + ANSWER_MS;
  const overdue = () => controller.abort(unavailable("Search takes too long: try again shortly"));
  const timer = setTimeout(overdue, ANSWER_MS);
  response.once("close", () => {
    clearTimeout(timer);
    // No one reads the response, and nothing is wrong with our service.
    controller.abort(new AppError("SERVICE_UNAVAILABLE", "The caller disconnected", { expected: true }));
  });
  return { signal: controller.signal, leftMs: () => until - performance.now() };
}
