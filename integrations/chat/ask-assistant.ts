import { z } from "zod";
import { evidencePage } from "../../domain/evidence/evidence-page.rules.ts";
import { answer, type ChatAnswer } from "./chat-answer.ts";
import { chooseProject, isAnswer } from "./choose-project.ts";
import type { CommandDeps } from "./run-command.ts";
import { ProductRefusal } from "./product-client.ts";
import { refused } from "./refused.ts";
import { searchNote } from "./search-note.ts";
import { beginningOf } from "../../platform/beginning-of.ts";

/** Longer than the assistant takes with its default settings (AI_ANSWER_SECONDS). */
const TIMEOUT_MS = 150_000;
const QUOTE = 200;

const Citation = z.object({
  evidence_id: z.string(),
  chunk_id: z.string(),
  title: z.string(),
  page: z.number().nullable(),
  quote: z.string(),
});
const Reply = z.object({
  message: z.string(),
  degraded: z.array(z.string()),
  citations: z.array(Citation),
});

const short = (text: string): string => (text.length > QUOTE ? `${beginningOf(text, QUOTE)}…` : text);

/** Answers a question in free text from the evidence of the selected project. */
export async function askAssistant(
  { client, caller, publicUrl }: Omit<CommandDeps, "rememberProject">,
  question: string,
): Promise<ChatAnswer> {
  const { chats } = caller.texts;
  const project = await chooseProject(client, caller);
  if (isAnswer(project)) return project;
  const body = { message: question, context: { project_id: project.id } };
  try {
    const reply = await client.post("/api/v1/ai/chat", Reply, body, { timeoutMs: TIMEOUT_MS });
    const items = reply.citations.map(({ evidence_id: id, chunk_id: chunkId, title, page, quote }) => ({
      title: page === null ? title : chats.onPage(title, page),
      text: `"${short(quote)}"`,
      url: evidencePage(publicUrl, id, chunkId),
    }));
    // If nothing was found because the search was incomplete, the assistant gives no answer at all.
    const hint = searchNote(reply.degraded, { found: true }, caller.texts) || chats.help.hint;
    return answer(project.name, { text: reply.message, items, hint });
  } catch (error) {
    if (error instanceof ProductRefusal) return refused(error, caller.texts);
    throw error;
  }
}
