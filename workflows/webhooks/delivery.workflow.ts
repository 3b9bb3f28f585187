import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from "@temporalio/workflow";
import type { DeliveryStep, createWebhookActivities } from "../../activities/webhooks/webhook.activities.ts";
import { REDELIVER } from "../../domain/webhooks/webhook.rules.ts";
import { ATTEMPT } from "./delivery-attributes.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createWebhookActivities>;

/** A receiver's failure is a result; an exception means that our own database is unavailable. */
const post = proxyActivities<Activities>({
  startToCloseTimeout: "30s",
  retry: retries.awaited,
});

export const redeliverSignal = defineSignal(REDELIVER);

export interface DeliverWebhookInput {
  deliveryId: string;
  /** Before the first attempt of this workflow. */
  waitMs: number;
}

/**
 * Delivers one event to one endpoint whose first attempt failed: retries until it succeeds or the schedule
 * ends.
 */
export async function deliverWebhook({ deliveryId, waitMs }: DeliverWebhookInput): Promise<DeliveryStep> {
  let isRequested = false;
  setHandler(redeliverSignal, () => void (isRequested = true));
  for (let wait = waitMs; ;) {
    if (wait > 0) await condition(() => isRequested, wait);
    const wasRequested = isRequested;
    isRequested = false;
    const step = await post.tryDelivery(deliveryId, wasRequested);
    if (step.outcome === "failed") upsertSearchAttributes([{ key: ATTEMPT, value: step.attempts + 1 }]);
    if (step.outcome === "failed" || step.outcome === "deferred") wait = step.waitMs;
    // A redelivery was requested while this was ending: the row says whether there is something to do.
    else if (isRequested) wait = 0;
    else return step;
    if (workflowInfo().continueAsNewSuggested && !isRequested)
      await continueAsNew<typeof deliverWebhook>({ deliveryId, waitMs: wait });
  }
}
