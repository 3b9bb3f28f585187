import { proxyActivities } from "@temporalio/workflow";
import type { createSecurityChangeActivities } from "../activities/security-change.activities.ts";

type Activities = ReturnType<typeof createSecurityChangeActivities>;

/** The mail says when it happened, so that it helps late as well: fast tries at first, then one an hour for three days. */
const post = proxyActivities<Activities>({
  startToCloseTimeout: "2m",
  scheduleToCloseTimeout: "3d",
  retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1h" },
});

/** Tells a person by mail that something about their sign-in changed. Only the event's id passes through here: no history holds more. */
export async function notifySecurityChange({
  eventId,
}: {
  eventId: string;
}): Promise<{ outcome: Awaited<ReturnType<Activities["mailSecurityChange"]>> }> {
  return { outcome: await post.mailSecurityChange(eventId) };
}
