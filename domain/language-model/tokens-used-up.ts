import { DAY_MS } from "../days.rules.ts";
import { AppError } from "../../platform/errors.ts";

/** RATE_LIMITED until the next day (UTC). */
export class TokensUsedUp extends AppError {
  constructor(now: Date, limit: number) {
    const midnight = (Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS;
    const reset = new Date(midnight).toISOString();
    super(
      "RATE_LIMITED",
      `You have used today's ${limit} language model tokens. Try again after ${reset}, or ask an administrator to raise AI_TOKENS_PER_DAY; search, figures and lists need none`,
      {
        details: { limit, remaining: 0, reset_time: reset },
        retryAfter: Math.ceil((midnight - now.getTime()) / 1_000),
      },
    );
  }
}
