import type { App, BlockAction, ButtonAction } from "@slack/bolt";
import type { ChatPerson } from "../../../domain/integrations/linked-account.commands.ts";
import { APPROVE, REJECT } from "../review-message.ts";
import { REJECT_VIEW, noReason, readRejection, rejectModal, type RejectionRequest } from "./reject-modal.ts";
import type { SlackInboundDeps } from "./slack-inbound-deps.ts";
import { slackPerson } from "./slack-person.ts";

/** The message that was clicked; null for a click elsewhere, such as in a view. */
function clicked(body: BlockAction, { value }: ButtonAction): RejectionRequest | null {
  const { channel_id: channel, message_ts: ts } = body.container as {
    channel_id?: string;
    message_ts?: string;
  };
  if (channel === undefined || ts === undefined || value === undefined) return null;
  return { evidenceId: value, channel, ts };
}

/** One id per decision of a user on a message: another click joins the running workflow. */
const reviewId = ({ evidenceId, channel, ts }: RejectionRequest, user: string, decision: string): string =>
  `slack-review-${channel}-${ts}-${evidenceId}-${user}-${decision}`;

interface Clicker {
  team: { id: string } | null;
  user: { id: string; name?: string | undefined; team_id?: string | undefined };
}

/**
 * The user's own team counts: in a channel shared with another workspace, `team` may be that one, and an app installed
 * for a whole organisation gets none.
 */
const personOf = ({ team, user }: Clicker): ChatPerson =>
  slackPerson(user.team_id ?? team?.id, user.id, user.name);

/**
 * The buttons Approve and Reject below evidence. A click whose workflow could not be started is not
 * acknowledged, so Slack shows a failure.
 */
export function receiveReviews(app: App, { start, findReader }: SlackInboundDeps): void {
  const review = (
    { evidenceId, channel, ts }: RejectionRequest,
    body: Clicker,
    decided: { decision: "approve" | "reject"; note: string },
  ): Promise<void> => {
    const user = body.user.id;
    const id = reviewId({ evidenceId, channel, ts }, user, decided.decision);
    const input = { person: personOf(body), user, evidenceId, message: { channel, ts }, ...decided };
    return start("reviewFromSlack", id, input);
  };

  app.action<BlockAction<ButtonAction>>(APPROVE, async ({ body, action, ack }) => {
    const about = clicked(body, action);
    if (about !== null) await review(about, body, { decision: "approve", note: "" });
    await ack();
  });

  app.action<BlockAction<ButtonAction>>(REJECT, async ({ body, action, ack, client }) => {
    const about = clicked(body, action);
    const person = personOf(body);
    if (about === null) return ack();
    const { isLinked, texts } = await findReader(person);
    if (isLinked) {
      // Slack accepts a view for three seconds after the click, so this does not wait for a workflow.
      await client.views.open({ trigger_id: body.trigger_id, view: rejectModal(about, texts) });
    } else {
      const reply = { to: "person", channel: about.channel, user: body.user.id };
      const question = { person, text: "help", reply };
      await start("answerSlack", `slack-click-${body.trigger_id}`, question);
    }
    await ack();
  });

  app.view(REJECT_VIEW, async ({ body, view, ack }) => {
    const { reason, ...about } = readRejection(view);
    if (reason === "") return ack(noReason((await findReader(personOf(body))).texts));
    await review(about, body, { decision: "reject", note: reason });
    await ack();
  });
}
