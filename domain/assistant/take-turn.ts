import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { invalid } from "../../platform/errors.ts";
import type { Change, CommandContext, QueryContext } from "../context.ts";
import { Control } from "../controls/control.entity.ts";
import { loadControl } from "../controls/control.queries.ts";
import type { Project } from "../projects/project.entity.ts";
import { loadProject } from "../projects/project.queries.ts";
import {
  answerQuestion,
  type AnswerDeps,
  type AnswerListener,
  type AssistantQuestion,
} from "./answer-question.ts";
import type { AssistantAnswer } from "./answer.rules.ts";
import { storeAnswer } from "./conversation.commands.ts";
import type { Conversation } from "./conversation.entity.ts";
import { readConversation } from "./conversation.queries.ts";
import { savedTexts } from "../users/saved-texts.ts";
import { controlIn, numbersIn } from "./question.rules.ts";
import { readSuggestions } from "./read-suggestions.ts";
import { offersFor, type QuestionSuggestion } from "./suggestions.rules.ts";

export interface AssistantTurn {
  project: AssistantQuestion["project"];
  /** Null starts one. */
  conversation: Row<Conversation> | null;
  /** As named by the caller. */
  controlNamed: string | undefined;
  question: string;
}

/**
 * The conversation to continue, or the project in which to start one. NOT_FOUND for others' conversations,
 * VALIDATION_ERROR if the two are about different projects.
 */
export async function loadTurnTarget(
  ctx: QueryContext,
  { conversationId, projectId }: { conversationId: string | undefined; projectId: string | undefined },
): Promise<{ conversation: AssistantTurn["conversation"]; project: Project }> {
  const wrong = (error: string) => invalid({ field: "context.project_id", error });
  if (conversationId === undefined) {
    if (projectId === undefined) throw wrong("name a project, or a conversation_id to continue");
    return { conversation: null, project: await loadProject(ctx, projectId) };
  }
  const conversation = await readConversation(ctx, conversationId);
  const { id } = conversation.project;
  if (projectId !== undefined && projectId !== id)
    throw wrong("the conversation is about a different project");
  return { conversation, project: await loadProject(ctx, id) };
}

export interface AnsweredTurn {
  conversationId: string;
  answer: AssistantAnswer;
  framework: string;
  control: AssistantQuestion["control"];
  suggestions: readonly QuestionSuggestion[];
}

/**
 * The control under discussion: named by the caller, else by the question, else earlier in the conversation.
 */
async function controlOf(
  ctx: CommandContext,
  { project, conversation, controlNamed, question }: AssistantTurn,
): Promise<AssistantQuestion["control"]> {
  if (controlNamed !== undefined) return loadControl(ctx, project.id, controlNamed);
  const named = numbersIn(question);
  const earlier = controlIn(question) === null ? (conversation?.control ?? null) : null;
  const numbers = earlier === null ? named : [...named, earlier];
  if (numbers.length === 0) return null;
  const controls = await readRows(ctx.em, Control, {
    where: { project: project.id, number: { $in: numbers } },
  });
  return controls.toSorted((a, b) => numbers.indexOf(a.number) - numbers.indexOf(b.number))[0] ?? null;
}

/**
 * Answers a question and stores both. No transaction is open while the answer is being made, because that may
 * take minutes.
 */
export async function takeTurn(
  ctx: CommandContext & { change: Change },
  deps: AnswerDeps,
  turn: AssistantTurn,
  waiting: AnswerListener,
): Promise<AnsweredTurn> {
  const { project, conversation, question } = turn;
  const found = await controlOf(ctx, turn);
  const control = found === null ? null : { number: found.number, title: found.title };
  const answer = await answerQuestion(ctx, deps, { text: question, project, control, conversation }, waiting);
  waiting.signal.throwIfAborted();
  const number = control?.number ?? null;
  const place = { conversationId: conversation?.id ?? null, projectId: project.id, control: number };
  const texts = await savedTexts(ctx);
  const suggestions = offersFor(await readSuggestions(ctx, project.id, texts), number, texts);
  return ctx.change(async (em) => {
    const kept = await storeAnswer({ ...ctx, em }, { ...place, question, answer });
    return { conversationId: kept.id, answer, framework: project.framework, control, suggestions };
  });
}
