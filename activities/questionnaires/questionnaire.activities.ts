import { cancellationSignal } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import {
  answerFromPassages,
  type FoundPassage,
} from "../../domain/questionnaires/answer-from-passages.rules.ts";
import { earlierAnswerOfProject } from "../../domain/questionnaires/answer-library.queries.ts";
import { peopleOf } from "../../domain/answers/people-of.ts";
import { seesProject } from "../../domain/questionnaires/sees-project.ts";
import {
  completeQuestionnaire,
  failQuestionnaire,
  findAnswering,
  nextQuestions,
  suggestAnswer,
  type AnsweringInput,
} from "../../domain/questionnaires/questionnaire-answering.commands.ts";
import { ProductRefusal } from "../../integrations/chat/product-client.ts";
import { withdrawn } from "../withdrawn.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";
import {
  questionnaireSentence,
  type QuestionnaireReason,
} from "../../domain/questionnaires/questionnaire-failures.rules.ts";

/** Questions per step. */
const BATCH = 10;
const PASSAGES = 8;

/** Searches a project as one user, who finds only what they may see. */
export type SearchAsUser = (query: string, projectId: string, limit: number) => Promise<FoundPassage[]>;

export interface QuestionnaireDeps extends SystemDeps {
  /** Null if the user is no longer active. */
  searchAs(userId: string): Promise<SearchAsUser | null>;
}

const askerLost = (reason: QuestionnaireReason) =>
  ApplicationFailure.nonRetryable(questionnaireSentence(reason), "QuestionnaireFailure");

/**
 * Searches; a permanent denial fails at once. The search also denies access when it cannot ask for rights, so
 * this checks the rights themselves.
 */
async function searchOrFail(
  deps: QuestionnaireDeps,
  asker: { userId: string; projectId: string },
  search: () => Promise<FoundPassage[]>,
): Promise<FoundPassage[]> {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof ProductRefusal && error.isDenial)) throw error;
    if (await runAsSystem(deps, (ctx) => seesProject(ctx, asker))) throw error;
    throw askerLost("requester_without_access");
  }
}

interface Answering {
  asker: { userId: string; projectId: string };
  people: readonly string[];
  search: SearchAsUser;
}

/** The answer that the project accepted for this question before, or else what the evidence says. */
async function answerOne(
  deps: QuestionnaireDeps,
  { asker, people, search }: Answering,
  { id: itemId, question }: { id: string; question: string },
): Promise<void> {
  const earlier = await runAsSystem(deps, (ctx) =>
    earlierAnswerOfProject(ctx, asker, { id: itemId, question }),
  );
  if (earlier !== null) {
    const { id: takenFrom, answer: text, citations } = earlier.item;
    const answer = { text: text ?? "", citations };
    await runAsSystem(deps, (ctx) => suggestAnswer(ctx, { itemId, answer, takenFrom }));
    return;
  }
  const passages = await searchOrFail(deps, asker, () => search(question, asker.projectId, PASSAGES));
  const answer = answerFromPassages(question, passages, people);
  await runAsSystem(deps, (ctx) => suggestAnswer(ctx, { itemId, answer, takenFrom: null }));
}

/** Answers the next questions; returns an upper bound of the remaining ones, 0 if none. */
async function answerNext(
  deps: QuestionnaireDeps,
  input: AnsweringInput,
  signal: AbortSignal,
): Promise<number> {
  const found = await runAsSystem(deps, async (ctx) => {
    const questionnaire = await findAnswering(ctx, input);
    if (questionnaire === null) throw withdrawn("The questionnaire was deleted");
    const questions = await nextQuestions(ctx, questionnaire.id, BATCH);
    const asker = { userId: questionnaire.askedBy.id, projectId: questionnaire.project.id };
    return { questions, asker, people: await peopleOf(ctx, [asker.projectId]) };
  });
  if (found.questions.length === 0) return 0;
  const search = await deps.searchAs(found.asker.userId);
  if (search === null) throw askerLost("requester_inactive");
  for (const question of found.questions) {
    signal.throwIfAborted();
    await answerOne(deps, { ...found, search }, question);
  }
  return found.questions.length;
}

/** The steps of answering a questionnaire, each idempotent. */
export function createQuestionnaireActivities(deps: QuestionnaireDeps) {
  return {
    answerQuestions: (input: AnsweringInput): Promise<number> =>
      answerNext(deps, input, cancellationSignal()),
    completeQuestionnaire: (input: AnsweringInput): Promise<void> =>
      runAsSystem(deps, (ctx) => completeQuestionnaire(ctx, input)),
    failQuestionnaire: (input: AnsweringInput, reason: string): Promise<void> =>
      runAsSystem(deps, (ctx) => failQuestionnaire(ctx, { ...input, reason })),
  };
}
