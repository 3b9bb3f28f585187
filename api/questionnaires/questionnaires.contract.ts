import { z } from "zod";
import { columnIndex } from "../../domain/questionnaires/detect-columns.rules.ts";
import {
  confidenceIn,
  type PassageCitation,
} from "../../domain/questionnaires/answer-from-passages.rules.ts";
import type { EarlierAnswer, TracedItem } from "../../domain/questionnaires/answer-library.queries.ts";
import type { CountedQuestionnaire } from "../../domain/questionnaires/questionnaire.queries.ts";
import {
  ITEM_DECISIONS,
  ITEM_STATES,
  QUESTIONNAIRE_STATUSES,
} from "../../domain/questionnaires/questionnaire.rules.ts";
import { Id, NamedId, PageOf, Timestamp, idParams, iso, listQuery, several } from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineBody, defineView } from "../define-schemas.ts";
import {
  QUESTIONNAIRE_REASONS,
  questionnaireReason,
} from "../../domain/questionnaires/questionnaire-failures.rules.ts";
import { columnName } from "../../platform/documents/workbook/cell-text.ts";

const Column = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{1,3}$/, "must be the letters of a column, such as C")
  .transform(columnIndex)
  .meta({ examples: ["C"] });

export const UploadQuestionnaireForm = defineBody("UploadQuestionnaireForm", {
  project_id: Id,
  sheet: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "Default: the first sheet with both columns" }),
  question_column: Column.optional(),
  answer_column: Column.optional(),
});

export const QuestionnaireQuery = z.strictObject({
  ...listQuery,
  project_id: NamedId.optional().meta({ description: "Only questionnaires of this project" }),
  status: several(QUESTIONNAIRE_STATUSES, "Only questionnaires with these statuses"),
});

const { created_after: _after, created_before: _before, ...itemQuery } = listQuery;
export const ItemQuery = z.strictObject({
  ...itemQuery,
  state: several(ITEM_STATES, "Only questions in these states"),
});
export const ItemParams = idParams({ id: "The questionnaire", itemId: "The question in it" });

export const DecisionBody = z
  .strictObject({
    decision: z.enum(ITEM_DECISIONS),
    answer: z
      .string()
      .trim()
      .min(1)
      .max(10_000)
      .optional()
      .meta({ description: "Your own answer, for an edit" }),
    earlier_item_id: Id.optional().meta({
      description: "For `reuse`: the `item_id` of an earlier answer to this question",
    }),
  })
  .refine(({ decision, answer }) => (decision === "edit") === (answer !== undefined), {
    path: ["answer"],
    message: "is required with decision edit and allowed only with it",
  })
  .refine(({ decision, earlier_item_id: earlier }) => (decision === "reuse") === (earlier !== undefined), {
    path: ["earlier_item_id"],
    message: "is required with decision reuse and allowed only with it",
  })
  .meta({ examples: [{ decision: "accept" }] })
  .register(schemaNames, { id: "DecideItemBody" });

export const QuestionnaireView = defineView("Questionnaire", {
  id: Id,
  project_id: Id,
  file_name: z.string(),
  file_size: z.int(),
  sheet: z.string(),
  question_column: z.string(),
  answer_column: z.string(),
  status: z.enum(QUESTIONNAIRE_STATUSES),
  error: z.string().nullable().meta({ description: "Why it could not be answered" }),
  reason: z.enum(QUESTIONNAIRE_REASONS).nullable().meta({ description: "The same as a code" }),
  questions: z.int(),
  counts: z.object(Object.fromEntries(ITEM_STATES.map((state) => [state, z.int()]))),
  progress: z.number().meta({ description: "Share of questions answered or decided, from 0 to 1" }),
  uploaded_by: Id,
  uploader: PersonOf("uploaded_by"),
  uploaded_at: Timestamp,
  answered_at: Timestamp.nullable(),
});

const CitationView = defineView("AnswerCitation", {
  chunk_id: z.string(),
  evidence_id: Id,
  title: z.string(),
  file_name: z.string(),
  page: z.int().nullable(),
  heading: z.string().nullable(),
  quote: z.string(),
});

/** The source of a reused answer. */
const earlier = {
  item_id: Id,
  questionnaire_id: Id,
  project_id: Id,
  file_name: z.string().meta({ description: "Of the questionnaire" }),
  question: z.string(),
  decided_by: Id.nullable(),
  decider: PersonOf("decided_by"),
  decided_at: Timestamp.nullable(),
};
const AnswerOrigin = defineView("AnswerOrigin", earlier);

const EarlierAnswerView = defineView("EarlierAnswer", {
  ...earlier,
  answer: z.string(),
  citations: z
    .array(CitationView)
    .meta({ description: "Source of the answer, in the project where it was given" }),
});
export const EarlierAnswerList = defineView("EarlierAnswerList", {
  earlier_answers: z.array(EarlierAnswerView),
});

export const ItemView = defineView("QuestionnaireItem", {
  id: Id,
  row: z.int(),
  question: z.string(),
  state: z.enum(ITEM_STATES),
  answer: z.string().nullable(),
  citations: z.array(CitationView).meta({ description: "Source of the suggested answer" }),
  confidence: z.number().min(0).max(1).nullable().meta({
    description:
      "How closely the quoted sentences match the question, in words and in meaning; null for other answers",
  }),
  taken_from: AnswerOrigin.nullable().meta({
    description:
      "The earlier answer this one was copied from; null for none, or when the caller may not see it",
  }),
  decided_by: Id.nullable(),
  decider: PersonOf("decided_by"),
  decided_at: Timestamp.nullable(),
});

export const QuestionnaireList = PageOf("questionnaires", QuestionnaireView, "QuestionnaireList");
export const ItemList = PageOf("items", ItemView, "QuestionnaireItemList");

export function presentQuestionnaire({
  questionnaire,
  counts,
}: CountedQuestionnaire): z.infer<typeof QuestionnaireView> {
  const questions = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    id: questionnaire.id,
    project_id: questionnaire.project.id,
    file_name: questionnaire.fileName,
    file_size: questionnaire.fileSize,
    sheet: questionnaire.sheet,
    question_column: columnName(questionnaire.questionColumn),
    answer_column: columnName(questionnaire.answerColumn),
    status: questionnaire.status,
    error: questionnaire.error ?? null,
    reason: questionnaireReason(questionnaire.error ?? null),
    questions,
    counts,
    progress: questions === 0 ? 0 : (questions - counts.open) / questions,
    uploaded_by: questionnaire.uploadedBy.id,
    uploaded_at: questionnaire.uploadedAt.toISOString(),
    answered_at: iso(questionnaire.answeredAt),
  };
}

/** The confidence is that of the whole answer. */
const presentCitation = (citation: PassageCitation): z.infer<typeof CitationView> => ({
  chunk_id: citation.chunk_id,
  evidence_id: citation.evidence_id,
  title: citation.title,
  file_name: citation.file_name,
  page: citation.page,
  heading: citation.heading,
  quote: citation.quote,
});

function presentEarlier({ item, questionnaire }: EarlierAnswer) {
  return {
    item_id: item.id,
    questionnaire_id: questionnaire.id,
    project_id: questionnaire.project.id,
    file_name: questionnaire.fileName,
    question: item.question,
    decided_by: item.decidedBy?.id ?? null,
    decided_at: iso(item.decidedAt),
  };
}

export const presentEarlierAnswers = (
  answers: readonly EarlierAnswer[],
): z.infer<typeof EarlierAnswerList> => ({
  earlier_answers: answers.map((one) => ({
    ...presentEarlier(one),
    answer: one.item.answer ?? "",
    citations: one.item.citations.map(presentCitation),
  })),
});

export const presentItem = ({ item, origin }: TracedItem): z.infer<typeof ItemView> => ({
  id: item.id,
  row: item.row,
  question: item.question,
  state: item.state,
  answer: item.answer ?? null,
  citations: item.citations.map(presentCitation),
  confidence: item.takenFrom == null && item.state !== "edited" ? confidenceIn(item.citations) : null,
  taken_from: origin === undefined ? null : presentEarlier(origin),
  decided_by: item.decidedBy?.id ?? null,
  decided_at: iso(item.decidedAt),
});
