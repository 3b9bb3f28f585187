import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { ofVisibleProject } from "../access/row-security.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import type { PassageCitation } from "./answer-from-passages.rules.ts";
import {
  ITEM_STATES,
  QUESTIONNAIRE_STATUSES,
  type ItemState,
  type QuestionnaireStatus,
} from "./questionnaire.rules.ts";

const QuestionnaireSchema = defineEntity({
  name: "Questionnaire",
  tableName: "questionnaires",
  indexes: [{ properties: ["project", "uploadedAt", "id"] }],
  policies: [ofVisibleProject("questionnaires")],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    project: () => p.manyToOne(Project).deleteRule("cascade"),
    fileName: p.string(),
    fileSize: p.integer(),
    sha256: p.string(),
    sheet: p.string(),
    /** Columns count from 0; the header row is 0 if there is none. */
    headerRow: p.integer(),
    questionColumn: p.integer(),
    answerColumn: p.integer(),
    status: p.enum(QUESTIONNAIRE_STATUSES).$type<QuestionnaireStatus>().default("answering"),
    /** The number of restarts; each attempt is a workflow. */
    attempt: p.integer().$type<number>().default(0),
    uploadedBy: () => p.manyToOne(User),
    uploadedAt: p.datetime(),
    /** The user on whose behalf the evidence is searched. */
    askedBy: () => p.manyToOne(User),
    answeredAt: p.datetime().nullable(),
    error: p.text().nullable(),
  },
});

/** A customer's workbook with questions, to be answered from evidence. */
export class Questionnaire extends QuestionnaireSchema.class {
  askAgain(by: User): void {
    this.attempt += 1;
    this.status = "answering";
    this.askedBy = by;
    this.answeredAt = null;
    this.error = null;
  }

  complete(at: Date): void {
    this.status = "answered";
    this.answeredAt = at;
  }

  fail(reason: string): void {
    this.status = "failed";
    this.error = reason;
  }
}
QuestionnaireSchema.setClass(Questionnaire);

const QuestionnaireItemSchema = defineEntity({
  name: "QuestionnaireItem",
  tableName: "questionnaire_items",
  indexes: [{ properties: ["project"] }],
  uniques: [{ properties: ["questionnaire", "row"] }],
  policies: [ofVisibleProject("questionnaire_items")],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    questionnaire: () => p.manyToOne(Questionnaire).deleteRule("cascade"),
    project: () => p.manyToOne(Project).deleteRule("cascade"),
    /** As displayed in the sheet, from 1. */
    row: p.integer(),
    question: p.text(),
    state: p.enum(ITEM_STATES).$type<ItemState>().default("open"),
    answer: p.text().nullable(),
    citations: p.json<PassageCitation[]>(),
    /** The key by which the question is recognised (`similar-questions.rules.ts`). */
    asks: p.text().default(""),
    words: p.array<string>().default([]),
    /** The item of a reused answer, without a foreign key, so that it outlives that one. */
    takenFrom: p.uuid().nullable(),
    decidedBy: () => p.manyToOne(User).nullable(),
    decidedAt: p.datetime().nullable(),
  },
});

/** One question and its answer. */
export class QuestionnaireItem extends QuestionnaireItemSchema.class {}
QuestionnaireItemSchema.setClass(QuestionnaireItem);
