import { proxyActivities } from "@temporalio/workflow";
import type { createInvitationActivities } from "../../activities/invitations/invitation.activities.ts";
import type { SentInvitation } from "../../domain/invitations/mail-invitation.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createInvitationActivities>;

/** Fast retries at first, then one every ten minutes for a day: an administrator can send the invitation again. */
const post = proxyActivities<Activities>({
  startToCloseTimeout: "2m",
  heartbeatTimeout: "15s",
  scheduleToCloseTimeout: "1d",
  retry: retries.patient,
});

/** Mails an invitation. Only ids pass through here: no history holds the address or the link. */
export async function sendInvitation(
  sending: SentInvitation,
): Promise<{ outcome: Awaited<ReturnType<Activities["mailInvitation"]>> }> {
  return { outcome: await post.mailInvitation(sending) };
}
