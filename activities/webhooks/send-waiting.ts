import { setTimeout as sleep } from "node:timers/promises";
import { claimDeliveries, type Claim } from "../../domain/webhooks/claim-deliveries.ts";
import { loadDeliveries } from "../../domain/webhooks/load-deliveries.ts";
import type { WebhookDeps } from "../webhook-deps.ts";
import type { createFirstTries } from "./first-tries.ts";
import { createInHand } from "./in-hand.ts";
import { createOwnerShares } from "./owner-shares.ts";
import { createSendAlone } from "./send-alone.ts";

const CLAIM = 250;
/** The fallback when no notification comes. */
const POLL_MS = 1_000;
/** While somebody's share is in hand: there is room for more as soon as so many have been sent, or somebody else has. */
const FULL_POLL_MS = 50;
const ROOM = 50;
/** Nothing has waited for so long: it ends, and begins again with the next event. */
const LINGER_MS = 10_000;
/** Then another run takes over: so a new version of the workers does, and no run lasts for ever. */
const LONGEST_MS = 300_000;

interface Tools extends WebhookDeps {
  tryAll: ReturnType<typeof createFirstTries>;
}

/** Sends what waits: claims more while what it has in hand is on its way. */
export function createSending(tools: Tools) {
  const { orm, clock, logger, wake, tryAll } = tools;
  const shares = createOwnerShares();
  const inHand = createInHand(logger);
  const sendAlone = createSendAlone(tools, (count) => inHand.settle(count, count));

  async function sendTogether(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const due = await loadDeliveries(orm.em.fork(), ids, clock.now());
    inHand.settle(ids.length - due.length, 0);
    for (const some of Map.groupBy(due, ({ webhook }) => webhook.id).values())
      inHand.track(tryAll(some).then((goneOn) => inHand.settle(some.length, goneOn.length)));
  }

  async function claim(): Promise<Claim> {
    const claiming = { limit: CLAIM, now: clock.now(), share: shares.each() };
    const claimed = await claimDeliveries(orm.em.fork(), claiming);
    shares.note(claimed.owners);
    inHand.progress.claimed += claimed.deliveries.length;
    inHand.track(sendAlone(claimed));
    await sendTogether(claimed.deliveries.filter(({ alone }) => !alone).map(({ id }) => id));
    return claimed;
  }

  async function untilRoom(signal: AbortSignal): Promise<void> {
    const from = inHand.progress.settled;
    const over = sleep(FULL_POLL_MS, true);
    const isRoom = (): boolean => signal.aborted || inHand.progress.settled - from >= ROOM;
    for (let isOver = false; !isOver && !isRoom();)
      isOver = await Promise.race([inHand.nextSettled().then(() => false), over]);
  }

  /** Until nothing has waited for a while, or for a long time; answers which. */
  async function run(signal: AbortSignal): Promise<"idle" | "more"> {
    const end = performance.now() + LONGEST_MS;
    let idleAt = performance.now() + LINGER_MS;
    try {
      while (!signal.aborted && performance.now() < end) {
        const woken = wake.next(POLL_MS, signal);
        const { deliveries, isFull, isMore } = await claim();
        if (deliveries.length > 0 || !inHand.isEmpty()) idleAt = performance.now() + LINGER_MS;
        if (performance.now() > idleAt) return "idle";
        if (isFull && deliveries.length < CLAIM) await untilRoom(signal);
        else if (!isMore) await woken;
      }
      return "more";
    } finally {
      await inHand.ended();
    }
  }

  return { progress: inHand.progress, run };
}
