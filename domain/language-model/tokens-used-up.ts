import { AppError } from "../../platform/errors.ts";

const DAY_MS = 24 * 3_600_000;

/** RATE_LIMITED until the next day (UTC). */
export class TokensUsedUp extends AppError {
  constructor(now: Date, limit: number) {
    const midnight = (Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS;
    const reset = new Date(midnight).toISOString();
    super(
      "RATE_LIMITED",
      `You have used up the ${limit} tokens of the language model that each person has for a day (UTC). Ask it again after ${reset}, or have an administrator raise AI_TOKENS_PER_DAY; search, figures and lists take none`,
      {
        details: { limit, remaining: 0, reset_time: reset },
        retryAfter: Math.ceil((midnight - now.getTime()) / 1_000),
      },
    );
  }
}
