import { proxyActivities } from "@temporalio/workflow";
import type { createPasswordResetActivities } from "../activities/password-reset.activities.ts";

type Activities = ReturnType<typeof createPasswordResetActivities>;

/** A link that comes hours later helps nobody: then the workflow fails, for operators to see. */
const post = proxyActivities<Activities>({
  startToCloseTimeout: "2m",
  scheduleToCloseTimeout: "1h",
  retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1m" },
});

/**
 * Mails a link to a new password. Only the request's id passes through here: the token is made and mailed in one step,
 * so that no history holds it.
 */
export async function passwordReset({
  requestId,
}: {
  requestId: string;
}): Promise<{ outcome: Awaited<ReturnType<Activities["mailPasswordReset"]>> }> {
  return { outcome: await post.mailPasswordReset(requestId) };
}
