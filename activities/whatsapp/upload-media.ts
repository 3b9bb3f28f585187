import { openAsBlob } from "node:fs";
import { join } from "node:path";
import { FormData } from "undici";
import { z } from "zod";
import { sizeInWords } from "../../domain/evidence/file-size.rules.ts";
import type { MediaRef } from "../../domain/whatsapp/inbound-message.rules.ts";
import { answer, type ChatAnswer } from "../../integrations/chat/chat-answer.ts";
import { chooseProject, isAnswer } from "../../integrations/chat/choose-project.ts";
import { fetchMedia } from "../../integrations/whatsapp/fetch-media.ts";
import { findControl } from "../../integrations/whatsapp/find-control.ts";
import type { WhatsappSettings } from "../../integrations/whatsapp/graph-request.ts";
import { readCaption } from "../../integrations/whatsapp/read-caption.ts";
import { withScratchFolder } from "../../platform/blobs/scratch.ts";
import type { WhatsappDeps } from "./whatsapp-deps.ts";
import { orRefusal, replyWith, type ChatUser, type WhatsappReply } from "./whatsapp-reply.ts";
import { beginningOf } from "../../platform/beginning-of.ts";

/** Evidence formats, with the extension for a file without a name. */
const ENDINGS: Readonly<Record<string, string>> = {
  "application/pdf": ".pdf",
  "application/msword": ".doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
  "application/vnd.ms-excel": ".xls",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
  "image/png": ".png",
  "image/jpeg": ".jpg",
};
type Words = ChatUser["caller"]["texts"]["chats"]["whatsapp"];

const wordsFor = ({ caller }: ChatUser): Words => caller.texts.chats.whatsapp;
const ask = (words: Words): ChatAnswer => answer(words.whichControl, { hint: words.nameControl });
const wrongFormat = (words: Words): ChatAnswer => answer(words.wrongFormat, { text: words.formats });
const gone = (words: Words): ChatAnswer => answer(words.notDownloaded, { hint: words.sendAgain });
const tooLarge = (words: Words, most: number): ChatAnswer =>
  answer(words.tooLarge, { text: words.limit(sizeInWords(most)) });

const nameOf = ({ fileName, mimeType }: MediaRef): string =>
  fileName === "" ? `whatsapp${ENDINGS[mimeType] ?? ""}` : fileName;

interface Upload {
  media: MediaRef;
  control: string;
  title: string;
  projectId: string;
}

const Uploaded = z.object({ id: z.string(), title: z.string() });

async function upload(chatUser: ChatUser, path: string, wanted: Upload): Promise<WhatsappReply> {
  const { client } = chatUser;
  const words = wordsFor(chatUser);
  const { media, control, title, projectId } = wanted;
  const fileName = nameOf(media);
  const form = new FormData();
  form.append("project_id", projectId);
  form.append("control_id", control);
  form.append("title", title === "" ? beginningOf(fileName, 200) : title);
  form.append("file", await openAsBlob(path, { type: media.mimeType }), fileName);
  const { id, title: name } = await client.post("/api/v1/evidence", Uploaded, form);
  const received = answer(words.received(name), { text: words.willReport(control) });
  return replyWith("uploaded", received, { evidenceId: id, pending: null });
}

/** Downloads the media into a temporary folder and uploads it from there. */
function fetchAndUpload(
  { clients, logger, maxFileBytes }: WhatsappDeps,
  settings: WhatsappSettings,
  chatUser: ChatUser,
  wanted: Upload,
): Promise<WhatsappReply> {
  return withScratchFolder("whatsapp", async (folder) => {
    const path = join(folder, "file");
    const file = { mediaId: wanted.media.id, path, maxBytes: maxFileBytes, signal: chatUser.signal };
    const problem = await fetchMedia(clients, settings, file);
    if (problem === null) return upload(chatUser, path, wanted);
    if (problem === "elsewhere") logger.error("WhatsApp returned a file URL that does not belong to Meta");
    const words = wordsFor(chatUser);
    const explanation = problem === "too large" ? tooLarge(words, maxFileBytes) : gone(words);
    return replyWith(`file ${problem}`, explanation, { pending: null });
  });
}

/** Downloads the media and uploads it as the sender; asks for the control if none was named. */
export async function uploadMedia(
  deps: WhatsappDeps,
  settings: WhatsappSettings,
  chatUser: ChatUser,
  { media, about }: { media: MediaRef; about: string },
): Promise<WhatsappReply> {
  if (!Object.hasOwn(ENDINGS, media.mimeType))
    return replyWith("wrong format", wrongFormat(wordsFor(chatUser)), { pending: null });
  const pending = { type: "file", media } as const;
  const work = async (): Promise<WhatsappReply> => {
    const project = await chooseProject(chatUser.client, chatUser.caller);
    if (isAnswer(project)) return replyWith("no project", project, { pending });
    const named = readCaption(about);
    if (named === null) return replyWith("asked for control", ask(wordsFor(chatUser)), { pending });
    const control = await findControl(chatUser.client, project.id, named.control);
    return fetchAndUpload(deps, settings, chatUser, { media, ...named, control, projectId: project.id });
  };
  return orRefusal(work, chatUser, { pending });
}
