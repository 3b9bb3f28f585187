import { proxyActivities } from "@temporalio/workflow";
import type { createWebhookNoticeActivities } from "../activities/webhook-notice.activities.ts";

type Activities = ReturnType<typeof createWebhookNoticeActivities>;

/** The mail says when it happened, so that it helps late as well: fast tries at first, then one an hour for three days. */
const post = proxyActivities<Activities>({
  startToCloseTimeout: "2m",
  scheduleToCloseTimeout: "3d",
  retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1h" },
});

/** Tells the owner of a webhook by mail that the service turned it off. Only the event's id passes through here. */
export async function notifyWebhookDisabled({
  eventId,
}: {
  eventId: string;
}): Promise<{ outcome: Awaited<ReturnType<Activities["mailWebhookDisabled"]>> }> {
  return { outcome: await post.mailWebhookDisabled(eventId) };
}
