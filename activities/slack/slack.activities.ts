import { setTimeout as sleep } from "node:timers/promises";
import { cancellationSignal } from "@temporalio/activity";
import type { IntegrationSettings } from "../../domain/integrations/integration-settings.ts";
import type { ChatPerson } from "../../domain/integrations/linked-account.commands.ts";
import { findChatTexts } from "../../domain/integrations/linked-account.queries.ts";
import { en } from "../../domain/texts/en.ts";
import { readIntegration } from "../../domain/integrations/read-integration.ts";
import { channelFor } from "../../domain/slack/slack-notice.rules.ts";
import { sorry } from "../../integrations/chat/chat-answer.ts";
import { refused } from "../../integrations/chat/refused.ts";
import { toMessage, type SlackMessage } from "../../integrations/slack/slack-message.ts";
import { reviewedMessage } from "../../integrations/slack/review-message.ts";
import {
  createSlackClient,
  type SlackClient,
  type SlackReply,
} from "../../integrations/slack/slack-client.ts";
import type { SlackDeps } from "./slack-deps.ts";
import { answerOf, invitation } from "./answer-in-slack.ts";
import { createChannelTurns } from "./channel-turns.ts";
import { answerOnce } from "./kept-answer.ts";
import { noticeOfEvent } from "./notice-of-event.ts";
import { later, requirePosted, requireSent, requireSeen } from "./require-sent.ts";
import { openInput, type Sealed } from "../../domain/slack/sealed-input.ts";
import { reviewInProduct, type WantedReview } from "./review-in-product.ts";

export interface SlackQuestion {
  person: ChatPerson;
  text: string;
  reply: SlackReply;
}

export interface SlackReview extends WantedReview {
  person: ChatPerson;
  /** Only the user's id, as Slack mentions people. */
  user: string;
  message: { channel: string; ts: string };
}

/** The activity itself waits for a turn within this time. */
const PATIENCE_MS = 5_000;
/** Slack's error codes for a message that no longer exists or that we can never change. */
const GONE = new Set(["message_not_found", "cant_update_message", "channel_not_found"]);

interface Connected {
  client: SlackClient;
  settings: IntegrationSettings<"slack">;
}

/** The destination of the answer to the person who asked or decided. */
const replyTo = (input: SlackQuestion | SlackReview): SlackReply =>
  "reply" in input ? input.reply : { to: "person", channel: input.message.channel, user: input.user };

/** Null while Slack is not configured or not installed: then nothing can be posted. */
async function connect({ orm, secrets, connection }: SlackDeps): Promise<Connected | null> {
  const settings = await readIntegration(orm.em.fork(), "slack", secrets);
  const token = settings?.bot_token;
  if (settings === null || token === undefined) return null;
  return { settings, client: createSlackClient(token, connection) };
}

async function answerQuestion(
  deps: SlackDeps,
  { person, text, reply }: SlackQuestion,
): Promise<"answered" | "not linked" | "not configured"> {
  const connected = await connect(deps);
  if (connected === null) return "not configured";
  const { outcome, message } = await answerOnce(deps, async () => {
    const caller = await deps.access(person);
    if (caller === null)
      return { outcome: "not linked", message: toMessage(await invitation(deps, person), en) };
    return { outcome: "answered", message: toMessage(await answerOf(deps, caller, text), caller.texts) };
  });
  await requireSeen(deps, await connected.client.reply(reply, message));
  return outcome;
}

async function apologyTo({ orm }: SlackDeps, { person }: { person: ChatPerson }): Promise<SlackMessage> {
  const texts = (await findChatTexts(orm.em.fork(), person)) ?? en;
  return toMessage(sorry(texts), texts);
}

async function reviewAs(
  deps: SlackDeps,
  { person, user, message: at, ...wanted }: SlackReview,
): Promise<"decided" | "refused" | "not linked" | "not configured"> {
  const connected = await connect(deps);
  if (connected === null) return "not configured";
  const { client } = connected;
  const to = { to: "person", channel: at.channel, user } as const;
  const reply = async (...body: Parameters<typeof toMessage>) =>
    requireSeen(deps, await client.reply(to, toMessage(...body)));
  const caller = await deps.access(person);
  if (caller === null) {
    await reply(await invitation(deps, person), en);
    return "not linked";
  }
  const { decided, refusal } = await reviewInProduct(
    deps.product(caller.token, cancellationSignal()),
    caller,
    deps.publicUrl,
    wanted,
  );
  if (decided !== null) {
    const by = decided.isMine ? `<@${user}>` : "someone else";
    const sent = await client.update(at, reviewedMessage(decided.subject, { ...decided.outcome, by }));
    // A deleted message needs no update.
    if (sent.ok || !GONE.has(sent.error ?? "")) await requireSent(deps, sent);
  }
  if (refusal !== null) await reply(refused(refusal, caller.texts), caller.texts);
  return refusal === null ? "decided" : "refused";
}

async function postOne(
  deps: SlackDeps,
  turnOf: ReturnType<typeof createChannelTurns>,
  eventId: string,
  signal: AbortSignal,
): Promise<"posted" | "nothing to report" | "not configured"> {
  const connected = await connect(deps);
  if (connected === null) return "not configured";
  const notice = await noticeOfEvent(deps.orm.em.fork(), eventId, deps.publicUrl);
  if (notice === null) return "nothing to report";
  const channel = channelFor(connected.settings, notice.topic);
  const wait = turnOf(channel, performance.now());
  if (wait > PATIENCE_MS) throw later("others go first", wait / 1_000);
  if (wait > 0) await sleep(wait, undefined, { signal });
  await requirePosted(deps, await connected.client.post(channel, notice.message), notice.occurredAt);
  return "posted";
}

/** Everything this service posts to Slack. A repeated answer is posted again: better twice than never. */
export function createSlackActivities(deps: SlackDeps) {
  const turnOf = createChannelTurns(PATIENCE_MS);

  return {
    /** Answers a person, as the linked user or with an invitation to link. */
    answerInSlack: async (input: Sealed): Promise<"answered" | "not linked" | "not configured"> =>
      answerQuestion(deps, openInput<SlackQuestion>(deps.secrets, input)),

    /** Reviews evidence as the linked user, and shows the decision in the message that asked for it. */
    reviewInSlack: async (input: Sealed): Promise<"decided" | "refused" | "not linked" | "not configured"> =>
      reviewAs(deps, openInput<SlackReview>(deps.secrets, input)),

    /** After the last attempt: notifies the person who asked or decided of the failure. */
    async apologizeInSlack(input: Sealed): Promise<void> {
      const connected = await connect(deps);
      if (connected === null) return;
      const opened = openInput<SlackQuestion | SlackReview>(deps.secrets, input);
      await requireSeen(deps, await connected.client.reply(replyTo(opened), await apologyTo(deps, opened)));
    },

    /** Posts an event to a channel, at most one message a second. */
    postNotice: (eventId: string): Promise<"posted" | "nothing to report" | "not configured"> =>
      postOne(deps, turnOf, eventId, cancellationSignal()),
  };
}
