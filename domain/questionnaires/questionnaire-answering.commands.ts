import { LockMode } from "@mikro-orm/postgresql";
import { findRows, type Row } from "../../platform/prepared-find.ts";
import { queryRows } from "../../platform/query-rows.ts";
import type { SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { SuggestedAnswer } from "./answer-from-passages.rules.ts";
import { questionnaireReference } from "./questionnaire-reference.ts";
import { Questionnaire, QuestionnaireItem } from "./questionnaire.entity.ts";

export interface AnsweringInput {
  questionnaireId: string;
  attempt: number;
}

/** The questionnaire while this attempt is to answer it; null when it was taken away or is answered anew. */
export const findAnswering = (
  ctx: SystemContext,
  { questionnaireId: id, attempt }: AnsweringInput,
): Promise<Questionnaire | null> =>
  ctx.em.findOne(Questionnaire, { id, attempt, status: "answering", project: { deletingAt: null } });

const holdAnswering = async (ctx: SystemContext, input: AnsweringInput): Promise<Questionnaire | null> => {
  const questionnaire = await findAnswering(ctx, input);
  if (questionnaire === null) return null;
  await ctx.em.refresh(questionnaire, { lockMode: LockMode.PESSIMISTIC_WRITE });
  return questionnaire.status === "answering" && questionnaire.attempt === input.attempt
    ? questionnaire
    : null;
};

/** The next questions without an answer, in the sheet's order. */
export const nextQuestions = (
  ctx: SystemContext,
  questionnaireId: string,
  limit: number,
): Promise<Row<QuestionnaireItem>[]> =>
  findRows(ctx.em, QuestionnaireItem, {
    where: { questionnaire: questionnaireId, state: "open" },
    orderBy: { row: "asc" },
    limit,
  });

/** Keeps what was found, unless somebody decided meanwhile. */
export async function suggestAnswer(
  ctx: SystemContext,
  { itemId, answer }: { itemId: string; answer: SuggestedAnswer | null },
): Promise<void> {
  const { text = null, citations = [] } = answer ?? {};
  const state = answer === null ? "no_evidence" : "suggested";
  const found = { state, answer: text, citations } as const;
  await ctx.em.nativeUpdate(QuestionnaireItem, { id: itemId, state: "open" }, found);
}

const PEOPLE = `select distinct u.name from users u join projects p on p.id = $1
  where u.id in (p.customer_id, p.auditor_id, p.created_by_id)
    or u.id in (select user_id from team_members where project_id = $1)
    or u.id in (select uploaded_by_id from evidence where project_id = $1)`;

/** The names of those who work in a project: what is answered to others must not have them. */
export async function peopleOf(ctx: SystemContext, projectId: string): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(ctx.em, { sql: PEOPLE, parameters: [projectId] });
  return rows.map(({ name }) => name);
}

const COUNTS = `select count(*) filter (where state = 'suggested')::int as suggested,
    count(*) filter (where state = 'no_evidence')::int as "noEvidence"
  from questionnaire_items where questionnaire_id = $1`;

/** Safe to repeat. */
export async function completeQuestionnaire(ctx: SystemContext, input: AnsweringInput): Promise<void> {
  const questionnaire = await holdAnswering(ctx, input);
  if (questionnaire === null) return;
  questionnaire.complete(ctx.clock.now());
  const [counts] = await queryRows<{ suggested: number; noEvidence: number }>(ctx.em, {
    sql: COUNTS,
    parameters: [questionnaire.id],
  });
  recordEvent(ctx, "questionnaire.answered", {
    subjectId: questionnaire.id,
    projectId: questionnaire.project.id,
    data: {
      questionnaire: questionnaireReference(questionnaire),
      suggested: counts!.suggested,
      no_evidence: counts!.noEvidence,
    },
  });
  await ctx.em.flush();
}

/** Safe to repeat. */
export async function failQuestionnaire(
  ctx: SystemContext,
  { reason, ...input }: AnsweringInput & { reason: string },
): Promise<void> {
  const questionnaire = await holdAnswering(ctx, input);
  if (questionnaire === null) return;
  questionnaire.fail(reason);
  recordEvent(ctx, "questionnaire.failed", {
    subjectId: questionnaire.id,
    projectId: questionnaire.project.id,
    data: { questionnaire: questionnaireReference(questionnaire), reason },
  });
  await ctx.em.flush();
}
