import { cancellationSignal } from "@temporalio/activity";
import { askAssistant } from "../../integrations/chat/ask-assistant.ts";
import {
  rememberProject,
  type ChatPerson,
  requestLink,
} from "../../domain/integrations/linked-account.commands.ts";
import { LINK_MINUTES } from "../../domain/integrations/linked-account.rules.ts";
import { answer, type ChatAnswer } from "../../integrations/chat/chat-answer.ts";
import type { ChatCaller } from "../../integrations/chat/chat-access.ts";
import { readCommand, runCommand } from "../../integrations/chat/run-command.ts";
import type { SlackDeps } from "./slack-deps.ts";

/** The answer to an unknown person: how to link. Only they see it, because the link works once. */
export async function invitation(
  { orm, clock, publicUrl }: SlackDeps,
  person: ChatPerson,
): Promise<ChatAnswer> {
  const url = await requestLink({ em: orm.em.fork(), clock }, person, publicUrl);
  return answer("Your Slack account is not linked to a user, so nothing was done", {
    items: [{ title: "Link your account", text: `The link works once, for ${LINK_MINUTES} minutes.`, url }],
    hint: "Then ask again.",
  });
}

/** The answer to a linked user. */
export function answerOf(
  { orm, publicUrl, product }: SlackDeps,
  caller: ChatCaller,
  text: string,
): Promise<ChatAnswer> {
  const command =
    text.trim() === "" ? ({ name: "help", words: "" } as const) : readCommand(text, caller.texts);
  const remember = (accountId: string, projectId: string): Promise<void> =>
    rememberProject({ em: orm.em.fork() }, accountId, projectId);
  const deps = {
    client: product(caller.token, cancellationSignal()),
    caller,
    publicUrl,
    rememberProject: remember,
  };
  return command === null ? askAssistant(deps, text) : runCommand(deps, command);
}
