import { SHARE_MAX } from "../../domain/webhooks/claim-deliveries.ts";

/** The share while other owners have deliveries: this many may be ahead of another owner's single delivery. */
const SHARE_BESIDE_OTHERS = 100;
/** Owners with deliveries within this time may have more. */
const LATELY_MS = 5_000;

/**
 * The number of deliveries that each owner may have in flight: many if no other owner has had any lately, few
 * otherwise. `now` in milliseconds of a monotonic clock.
 */
export function createOwnerShares(now: () => number = () => performance.now()) {
  const lately = new Map<string, number>();
  return {
    /** Records that these owners have deliveries in flight. */
    note(owners: readonly string[]): void {
      for (const owner of owners) lately.set(owner, now());
      for (const [owner, at] of lately) if (at < now() - LATELY_MS) lately.delete(owner);
    },
    each: (): number => (lately.size > 1 ? SHARE_BESIDE_OTHERS : SHARE_MAX),
  };
}
