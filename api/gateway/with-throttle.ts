import { toAppError } from "../../platform/web/answer-errors.ts";
import type { Route } from "../route.ts";
import type { ThrottledAttempt, Throttle } from "./throttle.ts";

/** Counts a failed proof: for the named account or, for a wrong code, for its address. */
async function countFailure(
  throttle: Throttle,
  route: Route,
  attempt: ThrottledAttempt,
  thrown: unknown,
): Promise<void> {
  const error = toAppError(thrown);
  if (error.status === 401) await throttle.spend(attempt);
  else if (route.isWrongCode?.(error) === true) await throttle.spend({ ...attempt, account: null });
}

/**
 * Runs a call that may be a guess, as the route defines. The work calls `proven` if the credential was right.
 * Throws RATE_LIMITED instead of any response, including failures, after too many guesses.
 */
export async function withThrottle<T>(
  route: Route,
  throttle: Throttle,
  attempt: ThrottledAttempt | null,
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
  if (isProven) await throttle.uncount(attempt);
  return done;
}
