import { z } from "zod";
import { evidencePage } from "../../domain/evidence/evidence-page.rules.ts";
import { answer } from "../../integrations/chat/chat-answer.ts";
import { chooseProject, isAnswer } from "../../integrations/chat/choose-project.ts";
import { orRefusal, replyWith, type ChatUser, type WhatsappReply } from "./whatsapp-reply.ts";
import { beginningOf } from "../../platform/beginning-of.ts";

const Titled = z.object({ title: z.string() });
const PendingEvidence = Titled.extend({
  id: z.string(),
  file_name: z.string(),
  quality_score: z.number(),
});
const Pending = z.object({ evidence: z.array(PendingEvidence) });

const SHOWN = 3;
const BUTTON = /^(approve|reject):([0-9a-f-]{36})$/;

/** The evidence that the user may review now, each with a button for either decision. */
export const listReviews = (chatUser: ChatUser, publicUrl: string): Promise<WhatsappReply> =>
  orRefusal(async () => {
    const { client, caller } = chatUser;
    const { whatsapp: words } = caller.texts.chats;
    const project = await chooseProject(client, caller);
    if (isAnswer(project)) return replyWith("answered", project);
    const query = { project_id: project.id, reviewable: "true", limit: SHOWN };
    const { evidence } = await client.get("/api/v1/evidence", Pending, query);
    if (evidence.length === 0) return replyWith("answered", answer(words.nothingToReview(project.name)));
    const messages = evidence.map(({ id, title, file_name: file, quality_score: quality }) => ({
      text: `*${title}*\n${words.quality(file, quality)}\n${evidencePage(publicUrl, id)}`,
      buttons: [
        { id: `approve:${id}`, title: words.approve },
        { id: `reject:${id}`, title: words.reject },
      ],
    }));
    return { outcome: "answered", messages };
  }, chatUser);

/** Approves at once; a rejection asks for its reason. */
export async function pressButton(chatUser: ChatUser, button: string): Promise<WhatsappReply> {
  const { client, caller } = chatUser;
  const { whatsapp: words } = caller.texts.chats;
  const [, decision, id] = BUTTON.exec(button) ?? [];
  if (id === undefined) return replyWith("answered", answer(words.buttonExpired));
  return orRefusal(async () => {
    const { title } = await client.get(`/api/v1/evidence/${id}`, Titled);
    if (decision === "reject") {
      const prompt = answer(words.whyReject(title), { hint: words.sendReason });
      return replyWith("asked for reason", prompt, { pending: { type: "rejection", evidenceId: id } });
    }
    await client.post(`/api/v1/evidence/${id}/review`, Titled, { decision: "approve" });
    return replyWith("approved", answer(words.approved(title)), { pending: null });
  }, chatUser);
}

export const rejectFor = (chatUser: ChatUser, evidenceId: string, note: string): Promise<WhatsappReply> =>
  orRefusal(
    async () => {
      const { client, caller } = chatUser;
      const body = { decision: "reject", note: beginningOf(note, 2_000) };
      const { title } = await client.post(`/api/v1/evidence/${evidenceId}/review`, Titled, body);
      return replyWith("rejected", answer(caller.texts.chats.whatsapp.rejected(title)), {
        pending: null,
      });
    },
    chatUser,
    { pending: null },
  );
