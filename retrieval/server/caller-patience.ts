import type { Response } from "express";
import { AppError, unavailable } from "../../platform/errors.ts";

/** An answer, or word that there is none, comes within this time; the gateway and the way to the caller need some more. */
const ANSWER_MS = 4_500;

/** How long somebody still waits for an answer. */
export interface Patience {
  /** Aborts when the caller hangs up, and when the answer is overdue: then with SERVICE_UNAVAILABLE. */
  signal: AbortSignal;
  leftMs(): number;
}

/** From now until the answer has gone out. */
export function patienceOf(response: Response): Patience {
  const controller = new AbortController();
  const until = performance.now() + ANSWER_MS;
  const overdue = () => controller.abort(unavailable("Search takes too long right now: try again shortly"));
  const timer = setTimeout(overdue, ANSWER_MS);
  response.once("close", () => {
    clearTimeout(timer);
    // Nobody reads the answer, and nothing of ours is wrong.
    controller.abort(new AppError("SERVICE_UNAVAILABLE", "The caller disconnected", { expected: true }));
  });
  return { signal: controller.signal, leftMs: () => until - performance.now() };
}
