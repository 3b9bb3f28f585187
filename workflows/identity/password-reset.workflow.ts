import { proxyActivities } from "@temporalio/workflow";
import type { createPasswordResetActivities } from "../../activities/identity/password-reset.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createPasswordResetActivities>;

/** A link that arrives hours later is useless: the workflow then fails, so that operators see it. */
const post = proxyActivities<Activities>({
  startToCloseTimeout: "2m",
  heartbeatTimeout: "15s",
  scheduleToCloseTimeout: "1h",
  retry: retries.external,
});

/**
 * Mails a password reset link. Only the request's id passes through here: one step creates the token and
 * mails it, so that no history contains it.
 */
export async function passwordReset({
  requestId,
}: {
  requestId: string;
}): Promise<{ outcome: Awaited<ReturnType<Activities["mailPasswordReset"]>> }> {
  return { outcome: await post.mailPasswordReset(requestId) };
}
