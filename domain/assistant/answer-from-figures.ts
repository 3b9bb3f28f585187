import type { AssistantAnswer } from "./answer.rules.ts";
import {
  describeFindings,
  describeFindingsOf,
  describeGaps,
  describeGapsOf,
  describeMissingControl,
  describeProgress,
  describeScore,
  type FindingFigures,
} from "./figures.rules.ts";
import { describeControls, describeMilestones } from "./lists.rules.ts";
import { controlMeant, spellingsOf, type Figure, type FigureQuestion } from "./question.rules.ts";
import { readEvidenceList, readFindingList, type ListSubject } from "./read-lists.ts";
import { readGaps, readScore } from "../compliance/compliance.queries.ts";
import type { QueryContext } from "../context.ts";
import type { Control } from "../controls/control.entity.ts";
import { allControls } from "../controls/control.queries.ts";
import { countFindings } from "../findings/finding.queries.ts";
import { ACTIVE_STATUSES } from "../findings/finding.rules.ts";
import { listMilestones } from "../projects/project.queries.ts";
import type { Row } from "../../platform/database/read-rows.ts";

interface FiguresQuestion {
  text: string;
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

interface ProjectControls {
  projectId: string;
  controls: Row<Control>[];
}

/** The list of findings, if the question asks for one. */
const findingsOf = async (
  ctx: QueryContext,
  { list }: Extract<Figure, { kind: "findings" }>,
  subject: ListSubject,
): Promise<string> => (list === null ? "" : readFindingList(ctx, list, subject));

async function describeProject(
  ctx: QueryContext,
  requested: Figure,
  { projectId, controls }: ProjectControls,
): Promise<string> {
  const subject = { projectId, control: null, controls };
  switch (requested.kind) {
    case "score":
      return describeScore(await readScore(ctx, projectId, controls));
    case "gaps":
      return describeGaps(await readGaps(ctx, projectId, controls));
    case "findings":
      return describeFindings(
        await readFindings(ctx, { projectId }),
        await findingsOf(ctx, requested, subject),
      );
    case "controls":
      return describeControls(controls, requested.list, ctx.clock.now());
    case "evidence":
      return readEvidenceList(ctx, requested.list, subject);
    case "milestones":
      return describeMilestones(await listMilestones(ctx, { id: projectId }));
  }
}

async function describeControl(
  ctx: QueryContext,
  requested: Figure,
  control: Row<Control>,
  { projectId, controls }: ProjectControls,
): Promise<string> {
  const subject = { projectId, control, controls };
  switch (requested.kind) {
    case "gaps":
      return describeGapsOf(control, await readGaps(ctx, projectId, [control]));
    case "findings":
      return describeFindingsOf(
        control,
        await readFindings(ctx, { projectId, controlId: control.id }),
        await findingsOf(ctx, requested, subject),
      );
    case "evidence":
      return readEvidenceList(ctx, requested.list, subject);
    case "score":
    case "controls":
    case "milestones":
      return describeProgress(control);
  }
}

/**
 * The answer from the project's figures: about one control if the question names one, and a refusal if the
 * project has no such control.
 */
export async function answerFromFigures(
  ctx: QueryContext,
  figureQuestion: FigureQuestion,
  { text, project, control: talkedAbout }: FiguresQuestion,
): Promise<Pick<AssistantAnswer, "message" | "found">> {
  const { id: projectId } = project;
  const controls = await allControls(ctx, projectId);
  const number = controlMeant(figureQuestion, text, talkedAbout?.number ?? null);
  if (number === null)
    return { message: await describeProject(ctx, figureQuestion, { projectId, controls }), found: true };
  const spellings = spellingsOf(number);
  const control = controls.find((one) => spellings.includes(one.number));
  if (control === undefined) return { message: describeMissingControl(number), found: false };
  const message = await describeControl(ctx, figureQuestion, control, { projectId, controls });
  return { message, found: true };
}
