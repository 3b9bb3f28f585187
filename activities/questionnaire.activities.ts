import { ApplicationFailure } from "@temporalio/common";
import {
  answerFromPassages,
  type FoundPassage,
} from "../domain/questionnaires/answer-from-passages.rules.ts";
import {
  completeQuestionnaire,
  failQuestionnaire,
  findAnswering,
  nextQuestions,
  suggestAnswer,
  type AnsweringInput,
} from "../domain/questionnaires/questionnaire-answering.commands.ts";
import { withdrawn } from "./require-ingestible.ts";
import { runAsSystem, type SystemDeps } from "./run-as-system.ts";
import { withHeartbeat } from "./with-heartbeat.ts";

/** Questions of one step. */
const BATCH = 10;
const PASSAGES = 5;

/** Searches a project as one user: what they may not see is not found. */
export type SearchAsUser = (query: string, projectId: string, limit: number) => Promise<FoundPassage[]>;

export interface QuestionnaireDeps extends SystemDeps {
  /** Null when the user is not active any more. */
  searchAs(userId: string): Promise<SearchAsUser | null>;
}

const gone = () =>
  ApplicationFailure.nonRetryable(
    "Whoever asked for it has no account any more: somebody else can retry",
    "QuestionnaireFailure",
  );

/** Answers the next questions; how many may be left, 0 when none is. */
async function answerNext(
  deps: QuestionnaireDeps,
  input: AnsweringInput,
  signal: AbortSignal,
): Promise<number> {
  const found = await runAsSystem(deps, async (ctx) => {
    const questionnaire = await findAnswering(ctx, input);
    if (questionnaire === null) throw withdrawn("The questionnaire was taken away");
    const questions = await nextQuestions(ctx, questionnaire.id, BATCH);
    return { questions, projectId: questionnaire.project.id, userId: questionnaire.askedBy.id };
  });
  if (found.questions.length === 0) return 0;
  const search = await deps.searchAs(found.userId);
  if (search === null) throw gone();
  for (const { id: itemId, question } of found.questions) {
    signal.throwIfAborted();
    const answer = answerFromPassages(question, await search(question, found.projectId, PASSAGES));
    await runAsSystem(deps, (ctx) => suggestAnswer(ctx, { itemId, answer }));
  }
  return found.questions.length;
}

/** The steps of answering a questionnaire, each safe to repeat. */
export function createQuestionnaireActivities(deps: QuestionnaireDeps) {
  return {
    answerQuestions: (input: AnsweringInput): Promise<number> =>
      withHeartbeat((signal) => answerNext(deps, input, signal)),
    completeQuestionnaire: (input: AnsweringInput): Promise<void> =>
      runAsSystem(deps, (ctx) => completeQuestionnaire(ctx, input)),
    failQuestionnaire: (input: AnsweringInput, reason: string): Promise<void> =>
      runAsSystem(deps, (ctx) => failQuestionnaire(ctx, { ...input, reason })),
  };
}
