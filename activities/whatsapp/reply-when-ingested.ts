import { z } from "zod";
import { addReply } from "../../domain/whatsapp/inbound-message.commands.ts";
import { InboundMessage } from "../../domain/whatsapp/inbound-message.entity.ts";
import type { Texts } from "../../domain/texts/en.ts";
import { answer, type ChatAnswer } from "../../integrations/chat/chat-answer.ts";
import { ProductRefusal, createProductClient } from "../../integrations/chat/product-client.ts";
import { toMessages } from "../../integrations/whatsapp/outgoing.ts";
import { runAsSystem } from "../run-as-system.ts";
import type { WhatsappDeps } from "./whatsapp-deps.ts";

const IngestedEvidence = z.object({
  title: z.string(),
  chunking_status: z.string(),
  chunk_count: z.number(),
  quality_score: z.number(),
});
const Ingestion = z.object({ error: z.string().nullable() });

type Words = Texts["chats"]["whatsapp"];
type Describe = (words: Words, evidence: z.infer<typeof IngestedEvidence>, error: string) => ChatAnswer;

const REPLIES: Readonly<Record<string, Describe>> = {
  COMPLETED: (words, { title, quality_score: quality, chunk_count: passages }) =>
    answer(words.processed(title), { text: words.result(quality, passages) }),
  FAILED: (words, { title }, error) => answer(words.unread(title), { text: error }),
  QUARANTINED: (words, { title }) => answer(words.quarantined(title), { text: words.malware }),
};

const outcomeOf = (status: string): string => status.toLowerCase();
/** The outcomes of a message whose sender has the result. */
const REPORTED: ReadonlySet<string> = new Set(Object.keys(REPLIES).map(outcomeOf));

/** The message of a sender who gets no result; otherwise the sweep would start its workflow again. */
async function noResult(deps: WhatsappDeps, id: string): Promise<"nobody"> {
  await runAsSystem(deps, ({ em }) => em.nativeUpdate(InboundMessage, { id }, { outcome: "unreported" }));
  return "nobody";
}

/**
 * Stores a reply with the result of the ingestion once it has ended; returns whether to keep waiting. Once only, also
 * if its workflow is terminated afterwards and the sweep starts another.
 */
export async function replyWhenIngested(
  deps: WhatsappDeps,
  id: string,
): Promise<"waiting" | "told" | "nobody"> {
  const message = await deps.orm.em.fork().findOne(InboundMessage, { id });
  const evidenceId = message?.evidenceId;
  const caller = message === null || !evidenceId ? null : await deps.access(message);
  const isReported = REPORTED.has(message?.outcome ?? "");
  if (caller === null) return isReported ? "nobody" : noResult(deps, id);
  if (isReported) return "told";
  const client = createProductClient(deps.backendUrl, caller.token);
  const path = `/api/v1/evidence/${evidenceId!}`;
  try {
    const evidence = await client.get(path, IngestedEvidence);
    const describe = REPLIES[evidence.chunking_status];
    if (describe === undefined) return "waiting";
    const { error } = await client.get(`${path}/ingestion`, Ingestion);
    const replies = toMessages(describe(caller.texts.chats.whatsapp, evidence, error ?? ""));
    const outcome = outcomeOf(evidence.chunking_status);
    await runAsSystem(deps, (ctx) => addReply(ctx, { id, replies, outcome }));
    return "told";
  } catch (error) {
    // The user has deleted it in the meantime, or can no longer see it.
    if (error instanceof ProductRefusal && error.isDenial) return noResult(deps, id);
    throw error;
  }
}
