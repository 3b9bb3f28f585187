import { recordOf } from "../record-of.rules.ts";
import { notFound } from "../../platform/errors.ts";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import { whereInProjects } from "../projects/where-in-projects.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type Page, type OneOrMore } from "../listing.ts";
import { ITS_PROJECT_PATHS } from "../projects/project.queries.ts";
import { Questionnaire, QuestionnaireItem } from "./questionnaire.entity.ts";
import {
  ANSWERED_BY_PEOPLE,
  ITEM_STATES,
  type ItemState,
  type QuestionnaireStatus,
} from "./questionnaire.rules.ts";
import { questionnaireAccess } from "./questionnaire.access.ts";

export const questionnaireListing: Listing<Questionnaire> = {
  entity: Questionnaire,
  sortable: { uploaded_at: "uploadedAt", answered_at: "answeredAt", file_name: "fileName", status: "status" },
  searchable: { file_name: "fileName", sheet: "sheet" },
  createdAt: "uploadedAt",
};

export const questionnaireItemListing: Listing<QuestionnaireItem> = {
  entity: QuestionnaireItem,
  sortable: { row: "row", state: "state" },
  searchable: { question: "question", answer: "answer" },
  defaultOrder: "asc",
};

export const visibleQuestionnaire: Visible<Questionnaire> = {
  entity: Questionnaire,
  rule: questionnaireAccess["questionnaire.read"],
  name: "Questionnaire",
  populate: ITS_PROJECT_PATHS,
};

export const loadQuestionnaire = (ctx: QueryContext, id: string): Promise<Questionnaire> =>
  loadVisible(ctx, visibleQuestionnaire, id);

/** A questionnaire with the number of its questions by state. */
export interface CountedQuestionnaire {
  questionnaire: Row<Questionnaire>;
  counts: Record<ItemState, number>;
}

const COUNTS = `select questionnaire_id as id, state, count(*)::int as total
  from questionnaire_items where questionnaire_id = any($1) group by 1, 2`;

export async function withCounts(
  ctx: QueryContext,
  rows: readonly Row<Questionnaire>[],
): Promise<CountedQuestionnaire[]> {
  const counted = await queryRows<{ id: string; state: ItemState; total: number }>(ctx.em, {
    sql: COUNTS,
    parameters: [rows.map(({ id }) => id)],
  });
  return rows.map((questionnaire) => {
    const own = counted.filter(({ id }) => id === questionnaire.id);
    const totalOf = (name: ItemState) => own.find(({ state }) => state === name)?.total ?? 0;
    return { questionnaire, counts: recordOf(ITEM_STATES, totalOf) };
  });
}

export interface QuestionnaireListInput extends ListInput {
  projectId?: string | undefined;
  status?: OneOrMore<QuestionnaireStatus>;
}

export async function listQuestionnaires(
  ctx: QueryContext,
  { projectId, status, ...input }: QuestionnaireListInput,
): Promise<Page<CountedQuestionnaire>> {
  const filters = [
    await whereInProjects(ctx, questionnaireAccess["questionnaire.read"]),
    ...matching({ project: projectId, status }),
  ];
  const { items, pagination } = await listPage(ctx.em, questionnaireListing, input, filters);
  return { items: await withCounts(ctx, items), pagination };
}

/** The questions of a visible questionnaire, in the sheet's order. */
export const listItems = (
  ctx: QueryContext,
  { id }: { id: string },
  { state, ...input }: ListInput & { state?: OneOrMore<ItemState> },
): Promise<Page<Row<QuestionnaireItem>>> =>
  listPage(ctx.em, questionnaireItemListing, input, matching({ questionnaire: id, state }));

/** A question of a visible questionnaire. */
export async function readItem(
  ctx: QueryContext,
  { id }: { id: string },
  itemId: string,
): Promise<Row<QuestionnaireItem>> {
  const [item] = await readRows(ctx.em, QuestionnaireItem, { where: { id: itemId, questionnaire: id } });
  if (item === undefined) throw notFound("Question");
  return item;
}

/** Accepted and edited answers, by row. */
export async function decidedAnswers(
  ctx: QueryContext,
  { id }: { id: string },
): Promise<Map<number, string>> {
  const where = { questionnaire: id, state: { $in: [...ANSWERED_BY_PEOPLE] } };
  const rows = await readRows(ctx.em, QuestionnaireItem, { where });
  return new Map(rows.map(({ row, answer }) => [row, answer ?? ""]));
}
