import { proxyActivities } from "@temporalio/workflow";
import type { createSecurityChangeActivities } from "../../activities/identity/security-change.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createSecurityChangeActivities>;

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

/**
 * Mails a user about a change of their sign-in. Only the event's id passes through here, so no history
 * contains more.
 */
export async function notifySecurityChange({
  eventId,
}: {
  eventId: string;
}): Promise<{ outcome: Awaited<ReturnType<Activities["mailSecurityChange"]>> }> {
  return { outcome: await post.mailSecurityChange(eventId) };
}
