import { proxyActivities } from "@temporalio/workflow";
import type { createWebhookNoticeActivities } from "../../activities/webhooks/webhook-notice.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createWebhookNoticeActivities>;

/**
 * The mail states the time of the change, so it is useful even late: retries are fast at first, then hourly
 * for three days.
 */
const post = proxyActivities<Activities>({
  startToCloseTimeout: "2m",
  heartbeatTimeout: "15s",
  scheduleToCloseTimeout: "3d",
  retry: retries.forDays,
});

/** Mails the owner of a webhook that the service turned off. Only the event's id passes through here. */
export async function notifyWebhookDisabled({
  eventId,
}: {
  eventId: string;
}): Promise<{ outcome: Awaited<ReturnType<Activities["mailWebhookDisabled"]>> }> {
  return { outcome: await post.mailWebhookDisabled(eventId) };
}
