import { languageOfQuestion } from "../answers/question-language.rules.ts";
import { questionsIn } from "../answers/question-shape.rules.ts";
import type { QueryContext } from "../context.ts";
import {
  tokensOf,
  type LanguageModel,
  type ModelMessage,
  type Usage,
} from "../language-model/language-model.ts";
import { TokensUsedUp } from "../language-model/tokens-used-up.ts";
import type { Texts } from "../texts/en.ts";
import { textsIn } from "../texts/texts-in.ts";
import { answerFromFigures } from "./answer-from-figures.ts";
import { NO_USAGE, addUsage, type AssistantAnswer } from "./answer.rules.ts";
import { readMessages } from "./conversation.queries.ts";
import { acceptedAnswer, converse } from "./converse.ts";
import { type EvidenceSearch, watchSearch, type WatchedSearch } from "./evidence-search.ts";
import { createEvidenceTools } from "./evidence-tools.ts";
import { extractAnswer } from "./extract-answer.rules.ts";
import { createFigureTools } from "./figure-tools.ts";
import { createListTools } from "./list-tools.ts";
import { historyFor, MAX_MESSAGES, instructionsFor } from "./prompt.rules.ts";
import { figureQuestionOf } from "./question.rules.ts";

export interface AnswerDeps {
  /** Null if none is configured. */
  languageModel: LanguageModel | null;
  /** The evidence of the question's project. */
  evidence: EvidenceSearch;
  /** Limits in tokens, and in time for one answer. */
  aiLimits: { answerTokens: number; conversationTokens: number; answerMs: number };
}

type WatchedDeps = AnswerDeps & { evidence: WatchedSearch };

/** The caller who waits for the answer. */
export interface AnswerListener {
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
  /** Called with the name of the tool at each look-up. */
  onStep: (tool: string) => void;
}

export interface AssistantQuestion {
  text: string;
  project: { id: string; name: string; framework: string };
  /** Null if the question is about the whole project. */
  control: { number: string; title: string } | null;
  /** The conversation it continues; null if there is none. */
  conversation: ({ id: string } & Usage) | null;
}

const textsOf = (question: string): Texts => textsIn(languageOfQuestion(question));

/** Without a model: figures if the question asks for them, otherwise the best sentences of the evidence. */
async function answerByRules(
  ctx: QueryContext,
  { evidence }: WatchedDeps,
  question: AssistantQuestion,
  { signal, onStep }: AnswerListener,
): Promise<AssistantAnswer> {
  const figureQuestion = figureQuestionOf(question.text, question.control?.number);
  if (figureQuestion !== null) {
    const answer = await answerFromFigures(ctx, figureQuestion, question);
    return { ...answer, mode: "figures", citations: [], usage: NO_USAGE, degraded: [] };
  }
  onStep("search_evidence");
  const look = async (one: string) => ({ question: one, ...(await evidence.search(one, signal)) });
  const looked = await Promise.all(questionsIn(question.text).map(look));
  const { message, citations } = extractAnswer(looked, textsOf(question.text));
  const found = citations.length > 0;
  if (!found) evidence.vouchForNothing();
  return {
    message,
    mode: "extractive",
    found,
    citations,
    usage: NO_USAGE,
    degraded: [...new Set(looked.flatMap(({ degraded }) => degraded))],
  };
}

/** What is left of the conversation's budget. */
const tokensLeftFor = ({ conversation }: AssistantQuestion, { aiLimits }: AnswerDeps): number =>
  aiLimits.conversationTokens - (conversation === null ? 0 : tokensOf(conversation));

async function messagesFor(
  ctx: QueryContext,
  { text, project, control, conversation }: AssistantQuestion,
): Promise<ModelMessage[]> {
  const history = conversation === null ? [] : await readMessages(ctx, conversation, MAX_MESSAGES);
  const { notFound } = textsOf(text).assistant;
  const surroundings = { projectName: project.name, framework: project.framework, control, notFound };
  return [
    { role: "system", text: instructionsFor(surroundings) },
    ...historyFor(history),
    { role: "user", text },
  ];
}

interface Tried {
  answer: Omit<AssistantAnswer, "usage"> | null;
  usage: Usage;
  /** Why the model gave no answer. */
  lost: "model" | "ungrounded" | "budget";
}

async function tryModel(
  ctx: QueryContext,
  deps: WatchedDeps & { languageModel: LanguageModel },
  question: AssistantQuestion,
  { signal, onStep }: AnswerListener,
): Promise<Tried> {
  const { languageModel: model, evidence, aiLimits } = deps;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(aiLimits.answerMs)]);
  let usage = NO_USAGE;
  try {
    const conversed = await converse({
      model,
      person: ctx.actor.id,
      tools: [
        ...createEvidenceTools(evidence),
        ...createFigureTools(ctx, question.project.id),
        ...createListTools(ctx, question.project.id),
      ],
      messages: await messagesFor(ctx, question),
      signal: inTime,
      budget: Math.min(aiLimits.answerTokens, tokensLeftFor(question, deps)),
      onTool: onStep,
      onUsage: (spent) => {
        usage = addUsage(usage, spent);
      },
    });
    if (conversed === null) return { answer: null, usage, lost: "model" };
    const answer = acceptedAnswer(conversed, textsOf(question.text));
    if (answer?.found === false) evidence.vouchForNothing();
    return { answer, usage, lost: "ungrounded" };
  } catch (error) {
    signal.throwIfAborted();
    // A partial answer was paid for: it counts as over budget.
    if (error instanceof TokensUsedUp && tokensOf(usage) > 0) return { answer: null, usage, lost: "budget" };
    if (!inTime.aborted) throw error;
    return { answer: null, usage, lost: "model" };
  }
}

/**
 * The model's answer, if there is a model and its answer is grounded; otherwise the answer of the rules.
 * `degraded` says why the model did not answer: `model` (it failed), `ungrounded` (nothing supports its
 * text), `budget`.
 */
export async function answerQuestion(
  ctx: QueryContext,
  deps: AnswerDeps,
  question: AssistantQuestion,
  waiting: AnswerListener,
): Promise<AssistantAnswer> {
  const { languageModel } = deps;
  const watched = { ...deps, evidence: watchSearch(deps.evidence) };
  const byRules = () => answerByRules(ctx, watched, question, waiting);
  const without = async (why: string, usage: Usage): Promise<AssistantAnswer> => {
    const answer = await byRules();
    return { ...answer, usage, degraded: [...answer.degraded, why] };
  };
  if (languageModel === null) return byRules();
  if (!languageModel.isAvailable()) return without("model", NO_USAGE);
  if (tokensLeftFor(question, deps) <= 0) return without("budget", NO_USAGE);
  const { answer, usage, lost } = await tryModel(ctx, { ...watched, languageModel }, question, waiting);
  return answer === null ? without(lost, usage) : { ...answer, usage };
}
