import { NOT_FOUND_MESSAGE, type Answer } from "../../domain/assistant/answer.rules.ts";
import { acceptedAnswer, converse } from "../../domain/assistant/converse.ts";
import { extractAnswer } from "../../domain/assistant/extract-answer.rules.ts";
import { historyFor, type HistoryMessage } from "../../domain/assistant/history.rules.ts";
import { instructionsFor, type Surroundings } from "../../domain/assistant/instructions.rules.ts";
import { tokensOf, type LanguageModel, type Usage } from "../../domain/language-model/language-model.ts";
import { NO_USAGE, addUsage } from "../../domain/assistant/usage.rules.ts";
import { TokensUsedUp } from "../../domain/language-model/tokens-used-up.ts";
import { questionsIn } from "../../domain/answers/question-shape.rules.ts";
import { figureQuestionOf } from "../../domain/assistant/question.rules.ts";
import type { QueryContext } from "../../domain/context.ts";
import { answerFromFigures } from "./answer-from-figures.ts";
import type { ProjectRetrieval } from "./project-retrieval.ts";
import { watchRetrieval, type WatchedRetrieval } from "./watch-retrieval.ts";
import { createEvidenceTools } from "./tools/evidence-tools.ts";
import { createFigureTools } from "./tools/figure-tools.ts";

export interface AnswerDeps {
  /** Null if none is configured. */
  model: LanguageModel | null;
  retrieval: ProjectRetrieval;
  /** Limits for one answer, in tokens and time. */
  answerTokens: number;
  answerMs: number;
}

type WatchedDeps = AnswerDeps & { retrieval: WatchedRetrieval };

/** The caller who waits for the answer. */
export interface AnswerListener {
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
  /** Called with the name of the tool at each look-up. */
  onStep: (tool: string) => void;
}

export interface AssistantQuestion extends Surroundings {
  text: string;
  projectId: string;
  history: readonly HistoryMessage[];
  /** Tokens left in the conversation's budget. */
  tokensLeft: number;
}

/** Without a model: figures if the question asks for them, otherwise the best sentences of the evidence. */
async function answerByRules(
  ctx: QueryContext,
  { retrieval }: WatchedDeps,
  question: AssistantQuestion,
  { signal, onStep }: AnswerListener,
): Promise<Answer> {
  const asked = figureQuestionOf(question.text);
  if (asked !== null) {
    const { message, found } = await answerFromFigures(ctx, asked, question);
    return { message, mode: "figures", found, citations: [], usage: NO_USAGE, degraded: [] };
  }
  onStep("search_evidence");
  const look = async (one: string) => ({ question: one, ...(await retrieval.search(one, signal)) });
  const looked = await Promise.all(questionsIn(question.text).map(look));
  const { message, citations } = extractAnswer(looked);
  const found = message !== NOT_FOUND_MESSAGE;
  if (!found) retrieval.vouchForNothing();
  return {
    message,
    mode: "extractive",
    found,
    citations,
    usage: NO_USAGE,
    degraded: [...new Set(looked.flatMap(({ degraded }) => degraded))],
  };
}

interface Tried {
  answer: Omit<Answer, "usage"> | null;
  usage: Usage;
  /** Why the model gave no answer. */
  lost: "model" | "ungrounded" | "budget";
}

async function tryModel(
  ctx: QueryContext,
  deps: WatchedDeps & { model: LanguageModel },
  question: AssistantQuestion,
  { signal, onStep }: AnswerListener,
): Promise<Tried> {
  const { model, retrieval, answerTokens, answerMs } = deps;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
  let usage = NO_USAGE;
  try {
    const conversed = await converse({
      model,
      person: ctx.actor.id,
      tools: [...createEvidenceTools(retrieval), ...createFigureTools(ctx, question.projectId)],
      messages: [
        { role: "system", text: instructionsFor(question) },
        ...historyFor(question.history),
        { role: "user", text: question.text },
      ],
      signal: inTime,
      budget: Math.min(answerTokens, question.tokensLeft),
      onTool: onStep,
      onUsage: (spent) => {
        usage = addUsage(usage, spent);
      },
    });
    if (conversed === null) return { answer: null, usage, lost: "model" };
    const answer = acceptedAnswer(conversed);
    if (answer?.found === false) retrieval.vouchForNothing();
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
): Promise<Answer> {
  const { model } = deps;
  const watched = { ...deps, retrieval: watchRetrieval(deps.retrieval) };
  const byRules = () => answerByRules(ctx, watched, question, waiting);
  const without = async (why: string, usage: Usage): Promise<Answer> => {
    const answer = await byRules();
    return { ...answer, usage, degraded: [...answer.degraded, why] };
  };
  if (model === null) return byRules();
  if (!model.isAvailable()) return without("model", NO_USAGE);
  if (question.tokensLeft <= 0) return without("budget", NO_USAGE);
  const { answer, usage, lost } = await tryModel(ctx, { ...watched, model }, question, waiting);
  return answer === null ? without(lost, usage) : { ...answer, usage };
}
