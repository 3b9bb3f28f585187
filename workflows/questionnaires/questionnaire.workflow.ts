import { CancellationScope, isCancellation, proxyActivities, sleep } from "@temporalio/workflow";
import type { createQuestionnaireActivities } from "../../activities/questionnaires/questionnaire.activities.ts";
import { isWithdrawn, messageOf } from "../support/failures.ts";
import { retries } from "../support/retries.ts";
import { questionnaireSentence } from "../../domain/questionnaires/questionnaire-failures.rules.ts";

type Activities = ReturnType<typeof createQuestionnaireActivities>;

/** The search may be unavailable for days; after that, the requester is notified. */
const search = proxyActivities<Activities>({
  startToCloseTimeout: "5m",
  scheduleToCloseTimeout: "7d",
  heartbeatTimeout: "15s",
  retry: retries.awaited,
});
/** The result is recorded, however long the database is unavailable. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  retry: retries.awaited,
});

/** Each search counts towards the requester's rate limit, of which they need some themselves. */
const PAUSE = "1s";

export interface AnswerQuestionnaireInput {
  questionnaireId: string;
  attempt: number;
}

export interface AnswerQuestionnaireResult {
  outcome: "answered" | "failed" | "withdrawn";
}

async function answerAll(input: AnswerQuestionnaireInput): Promise<void> {
  while ((await search.answerQuestions(input)) > 0) await sleep(PAUSE);
  await store.completeQuestionnaire(input);
}

/**
 * Searches the evidence of the project for every question, batch by batch. Ends without an error if the
 * questionnaire was deleted.
 */
export async function answerQuestionnaire(
  input: AnswerQuestionnaireInput,
): Promise<AnswerQuestionnaireResult> {
  try {
    await answerAll(input);
    return { outcome: "answered" };
  } catch (error) {
    if (isWithdrawn(error)) return { outcome: "withdrawn" };
    const reason = messageOf("QuestionnaireFailure", error) ?? questionnaireSentence("search_away");
    await CancellationScope.nonCancellable(() => store.failQuestionnaire(input, reason));
    if (isCancellation(error)) throw error;
    return { outcome: "failed" };
  }
}
