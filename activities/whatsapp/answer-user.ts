import { askAssistant } from "../../integrations/chat/ask-assistant.ts";
import { rememberProject } from "../../domain/integrations/linked-account.commands.ts";
import type { Texts } from "../../domain/texts/en.ts";
import type { InboundContent, OpenQuestion } from "../../domain/whatsapp/inbound-message.rules.ts";
import { answer, type ChatAnswer } from "../../integrations/chat/chat-answer.ts";
import { helpIn, isCommand, readCommand, runCommand } from "../../integrations/chat/run-command.ts";
import type { WhatsappSettings } from "../../integrations/whatsapp/graph-request.ts";
import { readCaption } from "../../integrations/whatsapp/read-caption.ts";
import { runAsSystem } from "../run-as-system.ts";
import { listReviews, pressButton, rejectFor } from "./review-by-chat.ts";
import { uploadMedia } from "./upload-media.ts";
import type { WhatsappDeps } from "./whatsapp-deps.ts";
import { replyWith, type ChatUser, type WhatsappReply } from "./whatsapp-reply.ts";

function whatsappHelp(texts: Texts): ChatAnswer {
  const { help, commands } = texts.chats;
  const general = helpIn(texts);
  return {
    ...general,
    items: [
      ...general.items,
      { title: commands.review, text: help.review },
      { title: help.aFile, text: help.upload },
    ],
  };
}

const noUse = ({ chats: { whatsapp, help } }: Texts): ChatAnswer =>
  answer(whatsapp.understands, { hint: help.hint });

type InboundText = { text: string; pending: OpenQuestion | null };

async function answerText(deps: WhatsappDeps, chatUser: ChatUser, text: string): Promise<WhatsappReply> {
  const { texts } = chatUser.caller;
  if (isCommand(text, "review", texts)) return listReviews(chatUser, deps.publicUrl);
  const command = readCommand(text, texts);
  if (command?.name === "help") return replyWith("answered", whatsappHelp(texts));
  const remember = (accountId: string, projectId: string) =>
    runAsSystem(deps, (ctx) => rememberProject(ctx, accountId, projectId));
  const asking = { ...chatUser, publicUrl: deps.publicUrl, rememberProject: remember };
  const answered = command === null ? askAssistant(asking, text) : runCommand(asking, command);
  return replyWith("answered", await answered);
}

const isCommandAlone = (text: string, texts: Texts): boolean =>
  isCommand(text, "review", texts) || readCommand(text, texts)?.words === "";

/** Text, interpreted in the context of the conversation's open question. */
async function answerMessage(
  deps: WhatsappDeps,
  settings: WhatsappSettings,
  chatUser: ChatUser,
  { text, pending }: InboundText,
): Promise<WhatsappReply> {
  const { texts } = chatUser.caller;
  if (pending !== null && isCommand(text.replace(/[.!]$/, ""), "cancel", texts))
    return replyWith("answered", answer(texts.chats.whatsapp.unchanged), { pending: null });
  if (pending?.type === "rejection" && !isCommandAlone(text, texts))
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
      return replyWith("answered", noUse(chatUser.caller.texts));
  }
}
