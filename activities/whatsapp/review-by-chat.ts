import { answer } from "../../integrations/chat/chat-answer.ts";
import { chooseProject, isAnswer } from "../../integrations/chat/choose-project.ts";
import { orRefusal, replyWith, type ChatUser, type WhatsappReply } from "./whatsapp-reply.ts";
import { beginningOf } from "../../platform/beginning-of.ts";

interface PendingEvidence {
  id: string;
  title: string;
  file_name: string;
  quality_score: number;
}

const SHOWN = 3;
const BUTTON = /^(approve|reject):([0-9a-f-]{36})$/;

/** The evidence that the user may review now, each with a button for either decision. */
export const listReviews = ({ client, caller }: ChatUser, publicUrl: string): Promise<WhatsappReply> =>
  orRefusal(async () => {
    const project = await chooseProject(client, caller.projectId);
    if (isAnswer(project)) return replyWith("answered", project);
    const query = { project_id: project.id, reviewable: "true", limit: SHOWN };
    const { evidence } = await client.get<{ evidence: PendingEvidence[] }>("/api/v1/evidence", query);
    if (evidence.length === 0) return replyWith("answered", answer(`Nothing to review in ${project.name}`));
    const messages = evidence.map(({ id, title, file_name: file, quality_score: quality }) => ({
      text: `*${title}*\n${file}, quality ${quality}\n${publicUrl}/api/v1/evidence/${id}/file`,
      buttons: [
        { id: `approve:${id}`, title: "Approve" },
        { id: `reject:${id}`, title: "Reject" },
      ],
    }));
    return { outcome: "answered", messages };
  });

/** Approves at once; a rejection asks for its reason. */
export async function pressButton({ client }: ChatUser, button: string): Promise<WhatsappReply> {
  const [, decision, id] = BUTTON.exec(button) ?? [];
  if (id === undefined) return replyWith("answered", answer("This button has expired"));
  return orRefusal(async () => {
    const { title } = await client.get<PendingEvidence>(`/api/v1/evidence/${id}`);
    if (decision === "reject") {
      const prompt = answer(`Why do you reject "${title}"?`, {
        hint: "Send the reason as your next message, or cancel to stop.",
      });
      return replyWith("asked for reason", prompt, { pending: { type: "rejection", evidenceId: id } });
    }
    await client.post(`/api/v1/evidence/${id}/review`, { decision: "approve" });
    return replyWith("approved", answer(`Approved: ${title}`), { pending: null });
  });
}

export const rejectFor = ({ client }: ChatUser, evidenceId: string, note: string): Promise<WhatsappReply> =>
  orRefusal(
    async () => {
      const body = { decision: "reject", note: beginningOf(note, 2_000) };
      const { title } = await client.post<PendingEvidence>(`/api/v1/evidence/${evidenceId}/review`, body);
      return replyWith("rejected", answer(`Rejected: ${title}`), { pending: null });
    },
    { pending: null },
  );
