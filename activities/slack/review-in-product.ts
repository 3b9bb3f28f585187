import { z } from "zod";
import { evidencePage } from "../../domain/evidence/evidence-page.rules.ts";
import type { ChatCaller } from "../../integrations/chat/chat-access.ts";
import { ProductRefusal, type ProductClient } from "../../integrations/chat/product-client.ts";
import type { ReviewOutcome, ReviewSubject } from "../../integrations/slack/review-message.ts";

const ReviewedEvidence = z.object({
  id: z.string(),
  title: z.string(),
  file_name: z.string(),
  project_id: z.string(),
  status: z.string(),
  reviewed_by: z.string().nullable(),
  reviewed_at: z.string().nullable(),
  review_note: z.string().nullable(),
  approved_unread: z.boolean(),
});
type ReviewedEvidence = z.infer<typeof ReviewedEvidence>;
const NamedProject = z.object({ name: z.string() });

export interface WantedReview {
  evidenceId: string;
  decision: "approve" | "reject";
  note: string;
}

/** The state of the evidence after a requested decision. `refusal` says why the person may not decide. */
export interface ReviewState {
  decided: { subject: ReviewSubject; outcome: Omit<ReviewOutcome, "by">; isMine: boolean } | null;
  refusal: ProductRefusal | null;
}

const DECISIONS: Readonly<Record<string, "approve" | "reject">> = { approved: "approve", rejected: "reject" };

/** A refusal of the API is a result; a temporary failure is thrown. */
async function orRefusal<T>(work: Promise<T>): Promise<T | ProductRefusal> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProductRefusal) return error;
    throw error;
  }
}

async function subjectOf(client: ProductClient, evidence: ReviewedEvidence, publicUrl: string) {
  const project = await client.get(`/api/v1/projects/${evidence.project_id}`, NamedProject);
  return {
    evidenceId: evidence.id,
    title: evidence.title,
    fileName: evidence.file_name,
    projectName: project.name,
    pageUrl: evidencePage(publicUrl, evidence.id),
  };
}

/**
 * Decides as the caller, then reads the evidence: a decision made earlier, by a previous attempt or a second
 * click, is recognised as the requested one.
 */
export async function reviewInProduct(
  client: ProductClient,
  caller: ChatCaller,
  publicUrl: string,
  { evidenceId, decision, note }: WantedReview,
): Promise<ReviewState> {
  const path = `/api/v1/evidence/${encodeURIComponent(evidenceId)}`;
  const reviewed = await orRefusal(client.post(`${path}/review`, ReviewedEvidence, { decision, note }));
  const evidence =
    reviewed instanceof ProductRefusal ? await orRefusal(client.get(path, ReviewedEvidence)) : reviewed;
  const refusal = reviewed instanceof ProductRefusal ? reviewed : null;
  if (evidence instanceof ProductRefusal) return { decided: null, refusal };
  const made = DECISIONS[evidence.status];
  if (made === undefined || evidence.reviewed_at === null) return { decided: null, refusal };
  const isMine = evidence.reviewed_by === caller.userId;
  const outcome = {
    decision: made,
    at: new Date(evidence.reviewed_at),
    note: `${evidence.approved_unread ? "The file could not be read. " : ""}${evidence.review_note ?? ""}`,
  };
  const subject = await subjectOf(client, evidence, publicUrl);
  return { decided: { subject, outcome, isMine }, refusal: isMine && made === decision ? null : refusal };
}
