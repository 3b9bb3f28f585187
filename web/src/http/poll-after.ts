import { ApiError } from "./api-error.ts";

interface PolledState<T> {
  data: T | undefined;
  error: Error | null;
}

/** What has been deleted, or may no longer be seen, stays so. */
const isLasting = (error: unknown): boolean => error instanceof ApiError && !error.isPassing;

/** Asks again after the milliseconds that follow from the last answer; undefined before the first one. */
export const pollAfter =
  <T>(msOf: (data: T | undefined) => number | false) =>
  ({ state: { data, error } }: { state: PolledState<T> }): number | false =>
    isLasting(error) ? false : msOf(data);
