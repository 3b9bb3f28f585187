import { askAssistant } from "../../integrations/chat/ask-assistant.ts";
import { rememberProject } from "../../domain/integrations/linked-account.commands.ts";
import type { InboundContent, OpenQuestion } from "../../domain/whatsapp/inbound-message.rules.ts";
import { answer, type ChatAnswer } from "../../integrations/chat/chat-answer.ts";
import { HELP, readCommand, runCommand } from "../../integrations/chat/run-command.ts";
import type { WhatsappSettings } from "../../integrations/whatsapp/graph-request.ts";
import { readCaption } from "../../integrations/whatsapp/read-caption.ts";
import { runAsSystem } from "../run-as-system.ts";
import { listReviews, pressButton, rejectFor } from "./review-by-chat.ts";
import { uploadMedia } from "./upload-media.ts";
import type { WhatsappDeps } from "./whatsapp-deps.ts";
import { replyWith, type ChatUser, type WhatsappReply } from "./whatsapp-reply.ts";

const WHATSAPP_HELP: ChatAnswer = {
  ...HELP,
  items: [
    ...HELP.items,
    { title: "review", text: "the evidence that you may review now" },
    { title: "a file or photo", text: "becomes evidence; add the control and a title as its caption" },
  ],
};
const NO_USE = answer("I understand text, documents, photos and buttons", {
  hint: "Send help for the list of commands.",
});

type InboundText = { text: string; pending: OpenQuestion | null };

async function answerText(deps: WhatsappDeps, chatUser: ChatUser, text: string): Promise<WhatsappReply> {
  if (/^\/?review$/i.test(text)) return listReviews(chatUser, deps.publicUrl);
  const command = readCommand(text);
  if (command?.name === "help") return replyWith("answered", WHATSAPP_HELP);
  const remember = (accountId: string, projectId: string) =>
    runAsSystem(deps, (ctx) => rememberProject(ctx, accountId, projectId));
  const asking = { ...chatUser, publicUrl: deps.publicUrl, rememberProject: remember };
  const answered = command === null ? askAssistant(asking, text) : runCommand(asking, command);
  return replyWith("answered", await answered);
}

const isCommandAlone = (text: string): boolean =>
  /^\/?review$/i.test(text) || readCommand(text)?.words === "";

/** Text, interpreted in the context of the conversation's open question. */
async function answerMessage(
  deps: WhatsappDeps,
  settings: WhatsappSettings,
  chatUser: ChatUser,
  { text, pending }: InboundText,
): Promise<WhatsappReply> {
  if (pending !== null && /^cancel[.!]?$/i.test(text))
    return replyWith("answered", answer("Nothing was changed"), { pending: null });
  if (pending?.type === "rejection" && !isCommandAlone(text))
    return rejectFor(chatUser, pending.evidenceId, text);
  if (pending?.type === "file" && readCaption(text) !== null)
    return uploadMedia(deps, settings, chatUser, { media: pending.media, about: text });
  return answerText(deps, chatUser, text);
}

/** The reply to a linked user. */
export async function answerUser(
  deps: WhatsappDeps,
  settings: WhatsappSettings,
  chatUser: ChatUser,
  { content, pending }: { content: InboundContent; pending: OpenQuestion | null },
): Promise<WhatsappReply> {
  switch (content.type) {
    case "text":
      return answerMessage(deps, settings, chatUser, { text: content.text.trim(), pending });
    case "media":
      return uploadMedia(deps, settings, chatUser, { media: content.media, about: content.media.caption });
    case "button":
      return pressButton(chatUser, content.button);
    case "other":
      return replyWith("answered", NO_USE);
  }
}
