import { conflict, invalid, notFound } from "../../platform/errors.ts";
import { loadLocked, lockRow } from "../../platform/database/lock-row.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { restartWorkflow, type StartMissing } from "../events/restart-workflow.ts";
import type { Project } from "../projects/project.entity.ts";
import { requireOpenProject } from "../projects/lock-project.ts";
import { User } from "../users/user.entity.ts";
import { earlierAnswers } from "./answer-library.queries.ts";
import type { Columns, SheetQuestion } from "./detect-columns.rules.ts";
import type { QuestionFeatures } from "./similar-questions.rules.ts";
import {
  questionnaireReference,
  MAX_QUESTIONS,
  UNDECIDED,
  questionnaireKeys,
  type ItemDecision,
} from "./questionnaire.rules.ts";
import { Questionnaire, QuestionnaireItem } from "./questionnaire.entity.ts";
import { loadQuestionnaire } from "./questionnaire.queries.ts";
import { startAnswering } from "./questionnaire.workflows.ts";

export interface NewQuestionnaire {
  project: Project;
  file: { id: string; fileName: string; size: number; sha256: string };
  sheet: string;
  columns: Columns;
  questions: readonly (SheetQuestion & QuestionFeatures)[];
  /** Stores the file; called last before the commit. */
  store: () => Promise<void>;
}

function addItems(
  ctx: CommandContext,
  questionnaire: Questionnaire,
  questions: NewQuestionnaire["questions"],
): void {
  for (const { row, text, asks, words } of questions)
    ctx.em.create(QuestionnaireItem, {
      questionnaire,
      project: questionnaire.project,
      row,
      question: text,
      asks,
      words,
      state: "open",
      citations: [],
    });
}

/** Creates a questionnaire; a workflow then answers it. */
export async function createQuestionnaire(
  ctx: CommandContext,
  { project, file, sheet, columns, questions, store }: NewQuestionnaire,
): Promise<Questionnaire> {
  if (questions.length === 0)
    throw invalid({
      field: "file",
      error: `no questions were found in "${sheet}"`,
      reason: "no_questions",
    });
  if (questions.length > MAX_QUESTIONS)
    throw invalid({
      field: "file",
      error: `has ${questions.length} questions; the limit is ${MAX_QUESTIONS}`,
      reason: "too_many_questions",
    });
  await requireOpenProject(ctx, project);
  const me = ctx.em.getReference(User, ctx.actor.id);
  const questionnaire = ctx.em.create(Questionnaire, {
    id: file.id,
    project,
    fileName: file.fileName,
    fileSize: file.size,
    sha256: file.sha256,
    sheet,
    headerRow: columns.headerRow,
    questionColumn: columns.question,
    answerColumn: columns.answer,
    status: "answering",
    attempt: 0,
    uploadedBy: me,
    uploadedAt: ctx.clock.now(),
    askedBy: me,
  });
  addItems(ctx, questionnaire, questions);
  recordEvent(ctx, "questionnaire.uploaded", {
    subject: questionnaire,
    data: { questionnaire: questionnaireReference(questionnaire), attempt: 0 },
  });
  await ctx.em.flush();
  await store();
  return questionnaire;
}

/**
 * Searches for undecided answers again: after more evidence was uploaded, or after a failure. A workflow that
 * was lost is restarted.
 */
export async function retryQuestionnaire(
  ctx: CommandContext,
  questionnaire: Questionnaire,
  startMissing: StartMissing,
): Promise<Questionnaire> {
  const { id, project, attempt } = questionnaire;
  const expected = startAnswering({ id, projectId: project.id }, attempt);
  if (questionnaire.status === "answering" && (await restartWorkflow(startMissing, expected)))
    return questionnaire;
  await requireOpenProject(ctx, questionnaire.project);
  await lockRow(ctx.em, questionnaire, "Questionnaire");
  if (questionnaire.status === "answering")
    throw conflict("The questionnaire is being answered: wait until its status is answered", {
      reason: "questionnaire_running",
    });
  questionnaire.askAgain(ctx.em.getReference(User, ctx.actor.id));
  const undecided = { questionnaire: questionnaire.id, state: { $in: [...UNDECIDED] } };
  await ctx.em.nativeUpdate(QuestionnaireItem, undecided, {
    state: "open",
    answer: null,
    citations: [],
    takenFrom: null,
  });
  recordEvent(ctx, "questionnaire.retried", {
    subject: questionnaire,
    data: { questionnaire: questionnaireReference(questionnaire), attempt: questionnaire.attempt },
  });
  return questionnaire;
}

export interface AnswerDecision {
  questionnaire: Questionnaire;
  itemId: string;
  decision: ItemDecision;
  /** The user's own text, for an edit. */
  answer: string | undefined;
  /** The item whose answer is reused. */
  earlierItemId: string | undefined;
}

/**
 * Reuses an answer that was suggested to the caller. An answer from another project comes without its
 * citations, because not everyone who sees this project may see that one.
 */
async function reuse(ctx: CommandContext, item: QuestionnaireItem, earlierItemId: string): Promise<void> {
  const proposed = await earlierAnswers(ctx, item.project, item);
  const earlier = proposed.find((one) => one.item.id === earlierItemId);
  if (earlier === undefined) throw notFound("Earlier answer");
  const isOfProject = earlier.item.project.id === item.project.id;
  item.state = "accepted";
  item.answer = earlier.item.answer ?? null;
  item.citations = isOfProject ? earlier.item.citations : [];
  item.takenFrom = earlier.item.id;
  recordEvent(ctx, "questionnaire.answer_reused", {
    subject: earlier.questionnaire,
    data: {
      questionnaire: questionnaireReference(earlier.questionnaire),
      item: { id: earlier.item.id, row: earlier.item.row, state: earlier.item.state },
    },
  });
}

function decide(item: QuestionnaireItem, { decision, answer }: AnswerDecision): void {
  if (decision === "reject") {
    item.state = "rejected";
    return;
  }
  if (decision === "edit") {
    if (answer === undefined) throw invalid({ field: "answer", error: "is required with this decision" });
    item.state = "edited";
    item.answer = answer;
    item.takenFrom = null;
    return;
  }
  if (item.answer == null)
    throw conflict("There is no answer to accept yet: edit it to answer in your own words", {
      reason: "no_answer_yet",
    });
  item.state = "accepted";
}

/** Whether the caller decided the same before: a client that lost the answer repeats its request. */
function isRepeated({ actor }: CommandContext, item: QuestionnaireItem, input: AnswerDecision): boolean {
  if (item.decidedBy?.id !== actor.id) return false;
  const { decision, answer, earlierItemId } = input;
  if (decision === "edit") return item.state === "edited" && item.answer === answer;
  if (decision === "reuse") return item.state === "accepted" && item.takenFrom === earlierItemId;
  return item.state === (decision === "accept" ? "accepted" : "rejected");
}

/** Accepts, replaces or rejects an answer, or reuses an earlier one; the last decision counts. */
export async function decideItem(ctx: CommandContext, input: AnswerDecision): Promise<QuestionnaireItem> {
  const { questionnaire, itemId } = input;
  await requireOpenProject(ctx, questionnaire.project);
  const where = { id: itemId, questionnaire: questionnaire.id };
  const item = await loadLocked(ctx.em, QuestionnaireItem, where, "Question");
  if (isRepeated(ctx, item, input)) return item;
  if (input.decision === "reuse") await reuse(ctx, item, input.earlierItemId ?? "");
  else decide(item, input);
  item.decidedBy = ctx.em.getReference(User, ctx.actor.id);
  item.decidedAt = ctx.clock.now();
  recordEvent(ctx, "questionnaire.item_decided", {
    subject: questionnaire,
    data: {
      questionnaire: questionnaireReference(questionnaire),
      item: { id: item.id, row: item.row, state: item.state },
    },
  });
  return item;
}

async function deleteRows(ctx: CommandContext, questionnaire: Questionnaire): Promise<void> {
  await requireOpenProject(ctx, questionnaire.project);
  await lockRow(ctx.em, questionnaire, "Questionnaire");
  recordEvent(ctx, "questionnaire.deleted", {
    subject: questionnaire,
    data: { questionnaire: questionnaireReference(questionnaire) },
  });
  await ctx.em.nativeDelete(QuestionnaireItem, { questionnaire: questionnaire.id });
  ctx.em.remove(questionnaire);
}

/**
 * Deletes it with its answers, in a transaction of its own: its file is removed only after the rows are
 * certainly gone. The workflow notices and ends.
 */
export async function deleteQuestionnaire(
  ctx: CommandContext,
  { id }: { id: string },
  removeFolder: (folder: string) => Promise<void>,
): Promise<void> {
  await ctx.em.transactional(async (em) => {
    const inner = { ...ctx, em };
    await deleteRows(inner, await loadQuestionnaire(inner, id));
  });
  await removeFolder(questionnaireKeys(id).folder);
}
