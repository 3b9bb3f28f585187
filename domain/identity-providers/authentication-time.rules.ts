import { FRESH_MS } from "../identity/session-actor.rules.ts";

/** How far the clocks may differ. */
const TOLERANCE_MS = 30_000;

/**
 * When the user authenticated, according to a provider's answer (epoch milliseconds); null if unknown and not needed.
 * A provider that must ask `again` has to say when it did, as OpenID Connect requires of it, unless it
 * `isBelieved`.
 */
export function authenticationTime(
  stated: number | null,
  { again, isBelieved }: { again: boolean; isBelieved: boolean },
  now: Date,
): Date | "too old" | "not stated" | null {
  if (stated === null && again) return isBelieved ? now : "not stated";
  if (stated === null) return null;
  if (again && now.getTime() - stated > FRESH_MS + TOLERANCE_MS) return "too old";
  return new Date(Math.min(stated, now.getTime()));
}
