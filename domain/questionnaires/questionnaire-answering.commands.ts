import { lockWhile } from "../../platform/database/lock-row.ts";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { SuggestedAnswer } from "./answer-from-passages.rules.ts";
import { questionnaireReference } from "./questionnaire.rules.ts";
import { Questionnaire, QuestionnaireItem } from "./questionnaire.entity.ts";
import { only } from "../only.rules.ts";

export interface AnsweringInput {
  questionnaireId: string;
  attempt: number;
}

/** The questionnaire if this attempt should answer it; null if it was deleted or restarted. */
export const findAnswering = (
  ctx: SystemContext,
  { questionnaireId: id, attempt }: AnsweringInput,
): Promise<Questionnaire | null> =>
  ctx.em.findOne(Questionnaire, { id, attempt, status: "answering", project: { deletingAt: null } });

const holdAnswering = async (ctx: SystemContext, input: AnsweringInput): Promise<Questionnaire | null> =>
  lockWhile(
    ctx.em,
    await findAnswering(ctx, input),
    ({ status, attempt }) => status === "answering" && attempt === input.attempt,
  );

/** The next unanswered questions, in the sheet's order. */
export const nextQuestions = (
  ctx: SystemContext,
  questionnaireId: string,
  limit: number,
): Promise<Row<QuestionnaireItem>[]> =>
  readRows(ctx.em, QuestionnaireItem, {
    where: { questionnaire: questionnaireId, state: "open" },
    orderBy: { row: "asc" },
    limit,
  });

/** Stores a suggestion, unless someone has decided in the meantime. */
export async function suggestAnswer(
  ctx: SystemContext,
  { itemId, answer, takenFrom }: { itemId: string; answer: SuggestedAnswer | null; takenFrom: string | null },
): Promise<void> {
  const { text = null, citations = [] } = answer ?? {};
  const state = answer === null ? "no_evidence" : "suggested";
  const found = { state, answer: text, citations, takenFrom } as const;
  await ctx.em.nativeUpdate(QuestionnaireItem, { id: itemId, state: "open" }, found);
}

const COUNTS = `select count(*) filter (where state = 'suggested')::int as suggested,
    count(*) filter (where state = 'no_evidence')::int as "noEvidence"
  from questionnaire_items where questionnaire_id = $1`;

/** Idempotent. */
export async function completeQuestionnaire(ctx: SystemContext, input: AnsweringInput): Promise<void> {
  const questionnaire = await holdAnswering(ctx, input);
  if (questionnaire === null) return;
  questionnaire.complete(ctx.clock.now());
  const counts = await queryRows<{ suggested: number; noEvidence: number }>(ctx.em, {
    sql: COUNTS,
    parameters: [questionnaire.id],
  });
  recordEvent(ctx, "questionnaire.answered", {
    subject: questionnaire,
    data: {
      questionnaire: questionnaireReference(questionnaire),
      suggested: only(counts).suggested,
      no_evidence: only(counts).noEvidence,
    },
  });
}

/** Idempotent. */
export async function failQuestionnaire(
  ctx: SystemContext,
  { reason, ...input }: AnsweringInput & { reason: string },
): Promise<void> {
  const questionnaire = await holdAnswering(ctx, input);
  if (questionnaire === null) return;
  questionnaire.fail(reason);
  recordEvent(ctx, "questionnaire.failed", {
    subject: questionnaire,
    data: { questionnaire: questionnaireReference(questionnaire), reason },
  });
}
