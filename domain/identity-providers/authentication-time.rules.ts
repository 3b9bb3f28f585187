import { FRESH_MS } from "../identity/session-actor.rules.ts";

/** How far the clocks may differ. */
const TOLERANCE_MS = 30_000;

/**
 * When the user authenticated, according to a provider's answer (epoch milliseconds); null if unknown. A provider
 * that must ask `again` and does not say when it did is believed: not all return `auth_time`.
 */
export function authenticationTime(
  stated: number | null,
  { again }: { again: boolean },
  now: Date,
): Date | "too old" | null {
  if (stated === null) return again ? now : null;
  if (again && now.getTime() - stated > FRESH_MS + TOLERANCE_MS) return "too old";
  return new Date(Math.min(stated, now.getTime()));
}
