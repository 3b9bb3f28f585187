import { setTimeout as sleep } from "node:timers/promises";
import { claimDeliveries, type Claim } from "../../domain/webhooks/claim-deliveries.ts";
import type { WebhookDeps } from "./webhook-deps.ts";
import { readClaimed, type createFirstTries } from "./first-tries.ts";
import { createInFlight } from "./in-flight.ts";
import { createOwnerShares } from "./owner-shares.ts";
import { createSendAlone } from "./send-alone.ts";

const CLAIM = 250;
/** The interval if no notification arrives. */
const POLL_MS = 1_000;
/** While an owner's share is used up: it is free again once some have been sent, or another owner has deliveries. */
const FULL_POLL_MS = 50;
const MIN_SETTLED = 50;
/** After this much idle time the run ends; the next event starts another one. */
const LINGER_MS = 10_000;
/** After this, another run continues, so that new versions of the workers take part. */
const LONGEST_MS = 300_000;

interface Tools extends WebhookDeps {
  tryAll: ReturnType<typeof createFirstTries>;
}

/** Sends deliveries, and claims more while those in flight are being sent. */
export function createSending(tools: Tools) {
  const { orm, clock, logger, wake, tryAll } = tools;
  const shares = createOwnerShares();
  const inHand = createInFlight(logger);
  const sendAlone = createSendAlone(tools, (count) => inHand.settle(count, count));

  async function sendTogether({ deliveries, leasedUntil }: Claim): Promise<void> {
    const ids = deliveries.filter(({ alone }) => !alone).map(({ id }) => id);
    if (ids.length === 0) return;
    const due = await readClaimed(tools, ids, leasedUntil);
    inHand.settle(ids.length - due.length, 0);
    for (const some of Map.groupBy(due, ({ webhook }) => webhook.id).values())
      inHand.track(tryAll(some).then((retrying) => inHand.settle(some.length, retrying.length)));
  }

  async function claim(): Promise<Claim> {
    const claiming = { limit: CLAIM, now: clock.now(), share: shares.each() };
    const claimed = await claimDeliveries(orm.em.fork(), claiming);
    shares.note(claimed.owners);
    inHand.progress.claimed += claimed.deliveries.length;
    inHand.track(sendAlone(claimed));
    await sendTogether(claimed);
    return claimed;
  }

  async function untilSettled(signal: AbortSignal): Promise<void> {
    const from = inHand.progress.settled;
    const over = sleep(FULL_POLL_MS, true);
    const isSettled = (): boolean => signal.aborted || inHand.progress.settled - from >= MIN_SETTLED;
    for (let isOver = false; !isOver && !isSettled();)
      isOver = await Promise.race([inHand.nextSettled().then(() => false), over]);
  }

  /**
   * Runs until nothing has waited for a while, or for the maximum time; returns which. Not `runRounds`,
   * because a full share waits for settled deliveries instead of a pause, and Temporal retries a failed claim.
   */
  async function run(signal: AbortSignal): Promise<"idle" | "more"> {
    const end = performance.now() + LONGEST_MS;
    let idleAt = performance.now() + LINGER_MS;
    try {
      while (!signal.aborted && performance.now() < end) {
        const woken = wake.next(POLL_MS, signal);
        const { deliveries, isFull, isMore } = await claim();
        if (deliveries.length > 0 || !inHand.isEmpty()) idleAt = performance.now() + LINGER_MS;
        if (performance.now() > idleAt) return "idle";
        if (isFull && deliveries.length < CLAIM) await untilSettled(signal);
        else if (!isMore) await woken;
      }
      return "more";
    } finally {
      await inHand.ended();
    }
  }

  return { progress: inHand.progress, run };
}
