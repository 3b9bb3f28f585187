import type { App, BlockAction, ButtonAction } from "@slack/bolt";
import type { ChatPerson } from "../../../domain/integrations/linked-account.commands.ts";
import { APPROVE, REJECT } from "../review-message.ts";
import { REJECT_VIEW, noReason, readRejection, rejectModal, type Rejected } from "./reject-modal.ts";
import type { SlackInboundDeps } from "./slack-inbound-deps.ts";
import { slackPerson } from "./slack-person.ts";

/** Which message was clicked on; null for one that is none, such as a view. */
function clicked(body: BlockAction, { value }: ButtonAction): Rejected | null {
  const { channel_id: channel, message_ts: ts } = body.container as {
    channel_id?: string;
    message_ts?: string;
  };
  if (channel === undefined || ts === undefined || value === undefined) return null;
  return { evidenceId: value, channel, ts };
}

/** One for each decision that somebody makes on a message: while it is carried out, another click joins it. */
const reviewId = ({ evidenceId, channel, ts }: Rejected, user: string, decision: string): string =>
  `slack-review-${channel}-${ts}-${evidenceId}-${user}-${decision}`;

interface Clicker {
  team: { id: string } | null;
  user: { id: string; name?: string | undefined; team_id?: string | undefined };
}

/** An app that is installed for a whole organisation hears of no team but the person's own. */
const personOf = ({ team, user }: Clicker): ChatPerson =>
  slackPerson(team?.id ?? user.team_id, user.id, user.name);

/** Approve and Reject below evidence. A click that nobody could take in hand is not acknowledged: Slack shows that it failed. */
export function hearReviews(app: App, { start, isLinked }: SlackInboundDeps): void {
  const review = (
    { evidenceId, channel, ts }: Rejected,
    body: Clicker,
    said: { decision: "approve" | "reject"; note: string },
  ): Promise<void> => {
    const user = body.user.id;
    const id = reviewId({ evidenceId, channel, ts }, user, said.decision);
    const input = { person: personOf(body), user, evidenceId, message: { channel, ts }, ...said };
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
    if (await isLinked(person)) {
      // Slack takes a view for three seconds after the click, so this does not wait for a workflow.
      await client.views.open({ trigger_id: body.trigger_id, view: rejectModal(about) });
    } else {
      const reply = { to: "person", channel: about.channel, user: body.user.id };
      const question = { person, text: "help", reply };
      await start("answerSlack", `slack-click-${body.trigger_id}`, question);
    }
    await ack();
  });

  app.view(REJECT_VIEW, async ({ body, view, ack }) => {
    const { reason, ...about } = readRejection(view);
    if (reason === "") return ack(noReason);
    await review(about, body, { decision: "reject", note: reason });
    await ack();
  });
}
