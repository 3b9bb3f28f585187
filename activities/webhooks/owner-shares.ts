import { SHARE_MAX } from "../../domain/webhooks/claim-deliveries.ts";

/** Beside others: so much of a greedy owner is before somebody's one delivery. */
const SHARE_BESIDE_OTHERS = 100;
/** Who had something to send within so long may have again. */
const LATELY_MS = 5_000;

/**
 * What each owner may have in hand: much where nobody else has had anything to send lately, little beside others. `now` in
 * milliseconds of any clock that does not jump.
 */
export function createOwnerShares(now: () => number = () => performance.now()) {
  const lately = new Map<string, number>();
  return {
    /** Something of theirs is on its way. */
    note(owners: readonly string[]): void {
      for (const owner of owners) lately.set(owner, now());
      for (const [owner, at] of lately) if (at < now() - LATELY_MS) lately.delete(owner);
    },
    each: (): number => (lately.size > 1 ? SHARE_BESIDE_OTHERS : SHARE_MAX),
  };
}
