import type { AnswerOf } from "../../http/answer-of.ts";

/**
 * Whether the user has never chosen a time zone. An API that is older than the console does not say so, and its time
 * zone counts.
 */
export const lacksTimezone = ({ unset_preferences: unset }: Partial<AnswerOf<"/auth/profile">>): boolean =>
  unset?.includes("timezone") === true;
