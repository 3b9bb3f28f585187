import { toAppError } from "../../platform/web/answer-errors.ts";
import type { Route } from "../route.ts";
import type { Attempt, Throttle } from "./throttle.ts";

/** Counts a failed proof: of whoever the request names, or, where it shows a wrong code, of its address. */
async function countFailure(
  throttle: Throttle,
  route: Route,
  attempt: Attempt,
  thrown: unknown,
): Promise<void> {
  const error = toAppError(thrown);
  if (error.status === 401) await throttle.spend(attempt);
  else if (route.isWrongCode?.(error) === true) await throttle.spend({ ...attempt, account: null });
}

/**
 * Does the work of a call in which somebody may be guessing, as the route says what counts. `proven` is for the work to
 * say that it was no guess. RATE_LIMITED instead of the answer, also that of a failure, where there were too many.
 */
export async function withThrottle<T>(
  route: Route,
  throttle: Throttle,
  attempt: Attempt | null,
  work: (proven: () => void) => Promise<T>,
): Promise<T> {
  let isProven = false;
  const proven = (): void => {
    isProven = true;
  };
  if (attempt === null) return work(proven);
  if (route.throttled === "failures") {
    throttle.refuse(attempt);
    return work(proven).catch(async (error: unknown) => {
      await countFailure(throttle, route, attempt, error);
      throw error;
    });
  }
  await throttle.spend(attempt);
  const done = await work(proven);
  if (isProven) await throttle.giveBack(attempt);
  return done;
}
