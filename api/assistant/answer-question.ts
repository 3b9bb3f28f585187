import { NOT_FOUND_MESSAGE, type Answer } from "../../domain/assistant/answer.rules.ts";
import { acceptedAnswer, converse } from "../../domain/assistant/converse.ts";
import { extractAnswer } from "../../domain/assistant/extract-answer.rules.ts";
import { historyFor, type Said } from "../../domain/assistant/history.rules.ts";
import { instructionsFor, type Surroundings } from "../../domain/assistant/instructions.rules.ts";
import {
  NO_USAGE,
  addUsage,
  tokensOf,
  type LanguageModel,
  type Usage,
} from "../../domain/assistant/language-model.ts";
import { TokensUsedUp } from "../../domain/assistant/tokens-used-up.ts";
import { questionsIn } from "../../domain/assistant/question-shape.rules.ts";
import { askedOfFigures } from "../../domain/assistant/question.rules.ts";
import type { QueryContext } from "../../domain/context.ts";
import { answerFromFigures } from "./answer-from-figures.ts";
import type { ProjectRetrieval } from "./project-retrieval.ts";
import { watchRetrieval, type WatchedRetrieval } from "./watch-retrieval.ts";
import { createEvidenceTools } from "./tools/evidence-tools.ts";
import { createFigureTools } from "./tools/figure-tools.ts";

export interface AnswerDeps {
  /** Null when none is configured. */
  model: LanguageModel | null;
  retrieval: ProjectRetrieval;
  /** What one answer may cost, in tokens and in time. */
  answerTokens: number;
  answerMs: number;
}

type WatchedDeps = AnswerDeps & { retrieval: WatchedRetrieval };

/** Whoever waits for the answer. */
export interface Waiting {
  /** Aborts when they are gone. */
  signal: AbortSignal;
  /** Told what is being looked up, by the name of the tool. */
  onStep: (tool: string) => void;
}

export interface Question extends Surroundings {
  text: string;
  projectId: string;
  history: readonly Said[];
  /** Tokens the conversation may still cost. */
  tokensLeft: number;
}

/** Without a model: figures where they are asked for, else the sentences of the evidence that answer best. */
async function answerByRules(
  ctx: QueryContext,
  { retrieval }: WatchedDeps,
  question: Question,
  { signal, onStep }: Waiting,
): Promise<Answer> {
  const asked = askedOfFigures(question.text);
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
  /** Why there is no answer. */
  lost: "model" | "ungrounded" | "budget";
}

async function tryModel(
  ctx: QueryContext,
  deps: WatchedDeps & { model: LanguageModel },
  question: Question,
  { signal, onStep }: Waiting,
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
    // Half an answer was paid for: it ends as one that cost too much does.
    if (error instanceof TokensUsedUp && tokensOf(usage) > 0) return { answer: null, usage, lost: "budget" };
    if (!inTime.aborted) throw error;
    return { answer: null, usage, lost: "model" };
  }
}

/**
 * The answer of a model where there is one and what it says rests on something, else the one that rules make. `degraded`
 * says why a model did not answer: `model` (it failed), `ungrounded` (it said what nothing supports), `budget`.
 */
export async function answerQuestion(
  ctx: QueryContext,
  deps: AnswerDeps,
  question: Question,
  waiting: Waiting,
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
