import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { where } from "../access/decide.ts";
import type { QueryContext, SystemContext } from "../context.ts";
import { Project } from "../projects/project.entity.ts";
import { seesProject } from "./sees-project.ts";
import { peopleOf } from "../answers/people-of.ts";
import { featuresOf, wordsOfSimilar } from "./similar-questions.rules.ts";
import { namesPerson } from "../answers/names-person.rules.ts";
import { questionnaireAccess } from "./questionnaire.access.ts";
import { Questionnaire, QuestionnaireItem } from "./questionnaire.entity.ts";
import { entryOf } from "../entry-of.rules.ts";

/** An answer that someone accepted or edited, with its questionnaire. */
export interface EarlierAnswer {
  item: Row<QuestionnaireItem>;
  questionnaire: Row<Questionnaire>;
}

/** The question for which an earlier answer is wanted. */
interface Asking {
  id: string;
  question: string;
}

const MAX_EARLIER_ANSWERS = 10;
/** More than needed, because some may name people or repeat others. */
const MAX_LOOKED_AT = 50;

/** The passages that an answer quotes must still exist. */
const STANDS = `not exists (select 1 from jsonb_array_elements(i.citations) cited where not exists (
    select 1 from evidence e where e.id = (cited ->> 'evidence_id')::uuid and e.project_id = i.project_id
      and e.deleted_at is null and e.chunking_status = 'COMPLETED'
      and e.status not in ('superseded', 'quarantined', 'rejected', 'expired')))`;

const ALIKE = `select i.id from questionnaire_items i
  where i.questionnaire_id = any($1::uuid[]) and i.id <> $2 and i.state in ('accepted', 'edited') and i.asks = $3
    and (i.words <@ $4::text[] or i.words @> $4::text[]) and cardinality(i.words) between $5 and $6 and ${STANDS}
  order by i.decided_at desc, i.id desc limit ${MAX_LOOKED_AT}`;

/** People's answers to the same question in these questionnaires, latest first. */
async function answersIn(
  { em }: Pick<QueryContext, "em">,
  questionnaires: readonly Row<Questionnaire>[],
  asking: Asking,
): Promise<EarlierAnswer[]> {
  const features = featuresOf(asking.question);
  const { fewest, most } = wordsOfSimilar(features);
  const from = new Map(questionnaires.map((questionnaire) => [questionnaire.id, questionnaire]));
  const parameters = [[...from.keys()], asking.id, features.asks, features.words, fewest, most];
  const alike = await queryRows<{ id: string }>(em, { sql: ALIKE, parameters });
  if (alike.length === 0) return [];
  const items = await readRows(em, QuestionnaireItem, {
    where: { id: { $in: alike.map(({ id }) => id) } },
    orderBy: { decidedAt: "desc", id: "desc" },
  });
  return items.map((item) => ({ item, questionnaire: entryOf(from, item.questionnaire.id) }));
}

/** Distinct answers without names of people, because they go to customers. */
function fitToPropose(answers: readonly EarlierAnswer[], people: readonly string[]): EarlierAnswer[] {
  const isFirst = (answer: string, place: number): boolean =>
    answers.findIndex(({ item }) => item.answer === answer) === place;
  return answers.filter(
    ({ item: { answer } }, place) => answer != null && isFirst(answer, place) && !namesPerson(answer, people),
  );
}

/**
 * Earlier answers from all questionnaires of the same customer that the caller can see: no one learns what
 * was answered in an invisible project.
 */
export async function earlierAnswers(
  ctx: QueryContext,
  project: { id: string },
  asking: Asking,
): Promise<EarlierAnswer[]> {
  const [{ customer } = { customer: null }] = await readRows(ctx.em, Project, { where: { id: project.id } });
  const same = customer == null ? { project: project.id } : { project: { customer: customer.id } };
  const seen = { $and: [same, where(ctx.actor, questionnaireAccess["questionnaire.read"])] };
  const found = await answersIn(ctx, await readRows(ctx.em, Questionnaire, { where: seen }), asking);
  const projectIds = [...new Set([project.id, ...found.map(({ item }) => item.project.id)])];
  return fitToPropose(found, await peopleOf(ctx, projectIds)).slice(0, MAX_EARLIER_ANSWERS);
}

/**
 * The suggestion for a question: the latest answer in the same project, visible to everyone who sees this
 * one. Null if the caller can no longer see the project.
 */
export async function earlierAnswerOfProject(
  ctx: SystemContext,
  asker: { userId: string; projectId: string },
  asking: Asking,
): Promise<EarlierAnswer | null> {
  if (!(await seesProject(ctx, asker))) return null;
  const questionnaires = await readRows(ctx.em, Questionnaire, { where: { project: asker.projectId } });
  const found = await answersIn(ctx, questionnaires, asking);
  if (found.length === 0) return null;
  return fitToPropose(found, await peopleOf(ctx, [asker.projectId]))[0] ?? null;
}

/** An item with the earlier answer that it reused, if the caller can see that. */
export interface TracedItem {
  item: Row<QuestionnaireItem>;
  origin: EarlierAnswer | undefined;
}

async function originsOf(
  ctx: QueryContext,
  items: readonly Row<QuestionnaireItem>[],
): Promise<Map<string, EarlierAnswer>> {
  const ids = items.flatMap(({ takenFrom }) => (takenFrom == null ? [] : [takenFrom]));
  if (ids.length === 0) return new Map();
  const origins = await readRows(ctx.em, QuestionnaireItem, { where: { id: { $in: ids } } });
  const named = [...new Set(origins.map(({ questionnaire }) => questionnaire.id))];
  const seen = {
    $and: [{ id: { $in: named } }, where(ctx.actor, questionnaireAccess["questionnaire.read"])],
  };
  const questionnaires = await readRows(ctx.em, Questionnaire, { where: seen });
  const byId = new Map(questionnaires.map((questionnaire) => [questionnaire.id, questionnaire]));
  return new Map(
    origins.flatMap((item) => {
      const questionnaire = byId.get(item.questionnaire.id);
      return questionnaire === undefined ? [] : [[item.id, { item, questionnaire }] as const];
    }),
  );
}

/** The sources of reused answers, as far as the caller can see them. */
export async function traced(
  ctx: QueryContext,
  items: readonly Row<QuestionnaireItem>[],
): Promise<TracedItem[]> {
  const origins = await originsOf(ctx, items);
  return items.map((item) => ({ item, origin: origins.get(item.takenFrom ?? "") }));
}
