import type { AssistantAnswer } from "./answer.rules.ts";
import {
  describeFindings,
  describeFindingsOf,
  describeGaps,
  describeGapsOf,
  describeOwner,
  describeProgress,
  describeScore,
  type FindingFigures,
} from "./figures.rules.ts";
import { describeControls, describeMilestones } from "./lists.rules.ts";
import { controlMeant, controlNumbered, type Figure, type FigureQuestion } from "./question.rules.ts";
import { readEvidenceList, readFindingList, type ListSubject } from "./read-lists.ts";
import type { Texts } from "../texts/en.ts";
import { textsIn } from "../texts/texts-in.ts";
import { readGaps, readScore } from "../compliance/compliance.queries.ts";
import type { QueryContext } from "../context.ts";
import type { Control } from "../controls/control.entity.ts";
import { allControls } from "../controls/control.queries.ts";
import { countFindings } from "../findings/finding.queries.ts";
import { ACTIVE_STATUSES } from "../findings/finding.rules.ts";
import { readVisiblePeople } from "../users/read-visible-people.ts";
import { listMilestones } from "../projects/milestone.queries.ts";
import type { Row } from "../../platform/database/read-rows.ts";

interface FiguresQuestion {
  project: { id: string };
  /** The control under discussion. */
  control: { number: string } | null;
}

async function readFindings(
  ctx: QueryContext,
  about: { projectId: string; controlId?: string },
): Promise<FindingFigures> {
  const [all, active] = await Promise.all([
    countFindings(ctx, about),
    countFindings(ctx, { ...about, status: ACTIVE_STATUSES }),
  ]);
  return { all, active };
}

/** The project, and the texts in the language of the question. */
interface AnswerFrame {
  projectId: string;
  controls: Row<Control>[];
  texts: Texts;
}

/** The list of findings, if the question asks for one. */
const findingsOf = async (
  ctx: QueryContext,
  { list }: Extract<Figure, { kind: "findings" }>,
  subject: ListSubject,
  texts: Texts,
): Promise<string> => (list === null ? "" : readFindingList(ctx, list, subject, texts));

async function describeProject(
  ctx: QueryContext,
  requested: Figure,
  { projectId, controls, texts }: AnswerFrame,
): Promise<string> {
  const subject = { projectId, control: null, controls };
  switch (requested.kind) {
    case "score":
      return describeScore(await readScore(ctx, projectId, controls), {
        isExplained: requested.isExplained,
        texts,
      });
    case "gaps":
      return describeGaps(await readGaps(ctx, projectId, controls), texts);
    case "findings":
      return describeFindings(
        await readFindings(ctx, { projectId }),
        await findingsOf(ctx, requested, subject, texts),
        texts,
      );
    case "controls":
      return describeControls(controls, requested.list, ctx.clock.now(), texts);
    case "evidence":
      return readEvidenceList(ctx, requested.list, subject, texts);
    case "owner":
      return describeControls(controls, "no_owner", ctx.clock.now(), texts);
    case "milestones":
      return describeMilestones(await listMilestones(ctx, { id: projectId }), texts);
  }
}

/** The name of the control's owner; null if it has none. */
async function readOwner(ctx: QueryContext, { owner }: Row<Control>): Promise<string | null> {
  if (owner == null) return null;
  const people = await readVisiblePeople(ctx, { colleagues: new Set([owner.id]) });
  return people.get(owner.id)?.name ?? null;
}

async function describeControl(
  ctx: QueryContext,
  requested: Figure,
  control: Row<Control>,
  { projectId, controls, texts }: AnswerFrame,
): Promise<string> {
  const subject = { projectId, control, controls };
  switch (requested.kind) {
    case "gaps":
      return describeGapsOf(control, await readGaps(ctx, projectId, [control]), texts);
    case "findings":
      return describeFindingsOf(
        control,
        await readFindings(ctx, { projectId, controlId: control.id }),
        await findingsOf(ctx, requested, subject, texts),
        texts,
      );
    case "evidence":
      return readEvidenceList(ctx, requested.list, subject, texts);
    case "owner":
      return describeOwner(control, await readOwner(ctx, control), texts);
    case "score":
    case "controls":
    case "milestones":
      return describeProgress(control, texts);
  }
}

/**
 * The answer from the project's figures: about one control if the question names one, and a refusal if the
 * project has no such control.
 */
export async function answerFromFigures(
  ctx: QueryContext,
  figureQuestion: FigureQuestion,
  { project, control: talkedAbout }: FiguresQuestion,
): Promise<Pick<AssistantAnswer, "message" | "found">> {
  const frame = {
    projectId: project.id,
    controls: await allControls(ctx, project.id),
    texts: textsIn(figureQuestion.language),
  };
  const number = controlMeant(figureQuestion, talkedAbout?.number ?? null);
  if (number === null) return { message: await describeProject(ctx, figureQuestion, frame), found: true };
  const control = controlNumbered(frame.controls, number);
  if (control === undefined) return { message: frame.texts.assistant.noControl(number), found: false };
  return { message: await describeControl(ctx, figureQuestion, control, frame), found: true };
}
