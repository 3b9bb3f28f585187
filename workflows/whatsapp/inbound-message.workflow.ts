import { CancellationScope, isCancellation, proxyActivities, sleep } from "@temporalio/workflow";
import type { createWhatsappActivities } from "../../activities/whatsapp/whatsapp.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createWhatsappActivities>;

/** A large file is downloaded and uploaded in one step. A very late answer is useless. */
const work = proxyActivities<Activities>({
  startToCloseTimeout: "10m",
  heartbeatTimeout: "15s",
  scheduleToCloseTimeout: "1h",
  retry: retries.external,
});
/** Meta's limits per recipient require growing pauses. */
const post = proxyActivities<Activities>({
  startToCloseTimeout: "2m",
  heartbeatTimeout: "15s",
  scheduleToCloseTimeout: "2h",
  retry: { initialInterval: "2s", backoffCoefficient: 3, maximumInterval: "10m" },
});
/** The steps wait for the database, even for hours. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  retry: retries.external,
});
/** The result of an ingestion that cannot be read for a day is no longer awaited. */
const ingestion = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  scheduleToCloseTimeout: "1d",
  retry: retries.external,
});

const FIRST_LOOK_MS = 2_000;
const LONGEST_MS = 10 * 60_000;
/** Checks of a running ingestion: about a day of them. */
const LOOKS = 150;

async function answerOrFail(inboundId: string): ReturnType<Activities["answerWhatsapp"]> {
  try {
    return await work.answerWhatsapp(inboundId);
  } catch {
    // Also if an operator cancels it: until then, the sender's next message waits.
    await CancellationScope.nonCancellable(() => store.failWhatsapp(inboundId));
    return { outcome: "failed", evidenceId: null };
  }
}

async function send(inboundId: string): Promise<string> {
  try {
    return await post.sendWhatsappReplies(inboundId);
  } catch (error) {
    await CancellationScope.nonCancellable(() => store.dropWhatsappReplies(inboundId));
    if (isCancellation(error)) throw error;
    return "unanswered";
  }
}

/** Waits for the ingestion of an uploaded file, and reports the result. */
async function followReading(inboundId: string): Promise<void> {
  let pause = FIRST_LOOK_MS;
  for (let look = 0; look < LOOKS; look++) {
    await sleep(pause);
    pause = Math.min(pause * 2, LONGEST_MS);
    const step = await ingestion.tellWhatsappReading(inboundId);
    if (step === "told") await send(inboundId);
    if (step !== "waiting") return;
  }
}

export interface HandleWhatsappMessageInput {
  inboundId: string;
}

/**
 * Processes one WhatsApp message as its sender, replies, and follows an uploaded file until it has been
 * ingested.
 */
export async function handleWhatsappMessage({
  inboundId,
}: HandleWhatsappMessageInput): Promise<{ outcome: string; reply: string }> {
  const { outcome, evidenceId } = await answerOrFail(inboundId);
  const reply = await send(inboundId);
  if (evidenceId !== null)
    await followReading(inboundId).catch(async (error: unknown) => {
      // Otherwise the sweep would start it again.
      if (isCancellation(error))
        await CancellationScope.nonCancellable(() => store.dropWhatsappReplies(inboundId));
      throw error;
    });
  return { outcome, reply };
}
