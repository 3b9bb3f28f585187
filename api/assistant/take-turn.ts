import type { Answer } from "../../domain/assistant/answer.rules.ts";
import { storeAnswer } from "../../domain/assistant/conversation.commands.ts";
import type { Conversation } from "../../domain/assistant/conversation.entity.ts";
import { readMessages } from "../../domain/assistant/conversation.queries.ts";
import type { LanguageModel } from "../../domain/language-model/language-model.ts";
import { controlIn, spellingsOf } from "../../domain/assistant/question.rules.ts";
import { readSuggestions } from "../../domain/assistant/read-suggestions.ts";
import { offersFor } from "../../domain/assistant/suggestions.rules.ts";
import { Control } from "../../domain/controls/control.entity.ts";
import { loadControl } from "../../domain/controls/control.queries.ts";
import { findRows, type Row } from "../../platform/database/find-rows.ts";
import type { RouteContext } from "../route.ts";
import { answerQuestion, type AnswerListener } from "./answer-question.ts";
import type { AnswerParts } from "./chat.contract.ts";
import { inProject } from "./project-retrieval.ts";
import type { RetrievalClient } from "../search/retrieval-client.ts";

export interface AssistantDeps {
  /** Null if none is configured. */
  languageModel: LanguageModel | null;
  retrieval: RetrievalClient;
  aiLimits: { answerTokens: number; conversationTokens: number; answerMs: number };
}

export interface Turn {
  project: { id: string; name: string; framework: string };
  /** Null starts one. */
  conversation: Row<Conversation> | null;
  /** As named by the caller. */
  controlNamed: string | undefined;
  question: string;
}

type NamedControl = { number: string; title: string };

/**
 * The control under discussion: named by the caller, else by the question, else earlier in the conversation.
 */
async function controlOf(ctx: RouteContext, turn: Turn): Promise<NamedControl | null> {
  const { project, conversation, controlNamed, question } = turn;
  if (controlNamed !== undefined) return loadControl(ctx, project.id, controlNamed);
  const number = controlIn(question) ?? conversation?.control ?? null;
  if (number === null) return null;
  const where = { project: project.id, number: { $in: spellingsOf(number) } };
  const [control] = await findRows(ctx.em, Control, { where });
  return control ?? null;
}

/** Only the answer; nothing is stored. */
export async function answerTurn(
  ctx: RouteContext,
  deps: AssistantDeps,
  turn: Turn,
  control: NamedControl | null,
  waiting: AnswerListener,
): Promise<Answer> {
  const { project, conversation, question } = turn;
  const { languageModel: model, retrieval, aiLimits: limits } = deps;
  const spent = (conversation?.promptTokens ?? 0) + (conversation?.completionTokens ?? 0);
  return answerQuestion(
    ctx,
    {
      model,
      retrieval: inProject(retrieval, ctx, project.id),
      answerTokens: limits.answerTokens,
      answerMs: limits.answerMs,
    },
    {
      text: question,
      projectId: project.id,
      projectName: project.name,
      framework: project.framework,
      control: control === null ? null : { number: control.number, title: control.title },
      history: conversation === null ? [] : await readMessages(ctx, conversation),
      tokensLeft: limits.conversationTokens - spent,
    },
    waiting,
  );
}

/**
 * Answers a question and stores both. No transaction is open while the answer is being made, because that may
 * take minutes.
 */
export async function takeTurn(
  ctx: RouteContext,
  deps: AssistantDeps,
  turn: Turn,
  waiting: AnswerListener,
): Promise<AnswerParts> {
  const { project, conversation, question } = turn;
  const control = await controlOf(ctx, turn);
  const answer = await answerTurn(ctx, deps, turn, control, waiting);
  waiting.signal.throwIfAborted();
  const number = control?.number ?? null;
  const kept = await ctx.em.fork().transactional((em) =>
    storeAnswer(
      { ...ctx, em },
      {
        conversationId: conversation?.id ?? null,
        projectId: project.id,
        control: number,
        question,
        answer,
      },
    ),
  );
  const suggestions = offersFor(await readSuggestions(ctx, project.id), number);
  return { conversationId: kept.id, answer, framework: project.framework, control, suggestions };
}
