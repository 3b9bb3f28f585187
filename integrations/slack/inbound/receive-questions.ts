import type { App } from "@slack/bolt";
import type { SlackInboundDeps } from "./slack-inbound-deps.ts";
import { plainText } from "./plain-text.ts";
import { slackPerson } from "./slack-person.ts";

/** A second installation in the same workspace has its own command, such as `/compliance-test`. */
const COMMAND = /^\/compliance/;

/** Of the app, with or without its name. */
const MENTION = /<@[A-Z0-9]+(?:\|[^<>]*)?>/g;

/** In channels shared with other workspaces, the team of the sender; the body names ours. */
const teamOf = (sent: object, body: { team_id: string }): string => {
  const { user_team: own, source_team: source } = sent as { user_team?: string; source_team?: string };
  return own ?? source ?? body.team_id;
};

const NOT_INSTALLED = "This app is not fully installed: an administrator must finish the installation.";

/**
 * Handles `/compliance`, messages to the app and mentions of it. Acknowledged once the workflow has been
 * started.
 */
export function receiveQuestions(app: App, { start }: SlackInboundDeps, isInstalled: boolean): void {
  app.command(COMMAND, async ({ command, ack }) => {
    const { team_id: team, user_id: user, user_name: name, response_url: url, trigger_id: id } = command;
    // Configured but not installed: no workflow could answer.
    if (!isInstalled) return ack(NOT_INSTALLED);
    const person = slackPerson(team, user, name);
    const [text, reply] = [plainText(command.text), { to: "question", url }];
    await start("answerSlack", `slack-command-${id}`, { person, text, reply });
    await ack();
  });

  app.message(async ({ message, body }) => {
    // Ignores messages of apps, edits, and messages in channels.
    if (message.subtype !== undefined || message.channel_type !== "im" || "bot_id" in message) return;
    const { user, channel } = message;
    const person = slackPerson(teamOf(message, body), user);
    const text = plainText(message.text ?? "");
    const reply = { to: "conversation", channel };
    await start("answerSlack", `slack-event-${body.event_id}`, { person, text, reply });
  });

  app.event("app_mention", async ({ event, body }) => {
    if (event.user === undefined) return;
    const person = slackPerson(teamOf(event, body), event.user);
    // Only the person who asked sees the answer: others in the channel may see different projects.
    const reply = { to: "person", channel: event.channel, user: event.user };
    const text = plainText(event.text.replaceAll(MENTION, "")).trim();
    await start("answerSlack", `slack-event-${body.event_id}`, { person, text, reply });
  });
}
