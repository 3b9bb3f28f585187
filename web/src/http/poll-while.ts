import { pollAfter } from "./poll-after.ts";

/** How often to ask again while something is in progress; `isBegun` if it is before the first answer, too. */
export const pollWhile = <T>(isInProgress: (data: T) => boolean, ms: number, isBegun = false) =>
  pollAfter<T>((data) => ((data === undefined ? isBegun : isInProgress(data)) ? ms : false));
