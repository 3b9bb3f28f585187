import { dayOf } from "../days.rules.ts";
import { AppError, invalid } from "../../platform/errors.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import { riskOfProjects } from "../findings/finding.queries.ts";
import type { Risk } from "../findings/risk.rules.ts";
import { readProject, readVisibleProjects } from "../projects/project.queries.ts";
import type { Project } from "../projects/project.entity.ts";
import { readGaps, readOverview, readScore, readScores, readSummary } from "./compliance.queries.ts";
import { controlsOfProjects } from "./controls-of-projects.ts";
import type { ControlGraph } from "./control-graph.ts";
import {
  changesSince,
  listSnapshots,
  riskAsOf,
  snapshotAsOf,
  type HistoryInput,
  type ProgressChange,
} from "./score-snapshot.queries.ts";
import { explainScore, type Figures, type Marks, type ScoreShare } from "./score.rules.ts";

/*
 * The figures as callers see them. Each throws SERVICE_UNAVAILABLE if the state of the controls is unknown,
 * even figures that do not depend on it, so that the figures of one page agree.
 */

export interface Explanation {
  /** Each applicable control's share, the largest loss first. */
  shares: ScoreShare[];
  /** The time of the last snapshot; null without one. */
  since: Date | null;
  /** The controls whose progress changed since then, the largest change first. */
  changes: ProgressChange[];
}

/** The figures and their time. */
export interface ScoreAt {
  at: Date;
  figures: Figures & { marks?: Marks };
  explanation?: Explanation;
}

/** The current score, with what explains it. */
export async function explainedScore(
  ctx: QueryContext,
  graph: ControlGraph,
  project: Row<Project>,
): Promise<Required<ScoreAt>> {
  const figures = await readScore(ctx, project.id, await graph.controls(ctx, project));
  const last = await snapshotAsOf(ctx, project.id);
  const explanation = {
    shares: explainScore(figures.controls),
    since: last?.takenAt ?? null,
    changes: last === null ? [] : changesSince(figures.controls, last),
  };
  return { at: ctx.clock.now(), figures, explanation };
}

/** Whether the figures of a day are stored: today has not ended. */
const isStored = (ctx: QueryContext, asOf: string | undefined): asOf is string =>
  asOf !== undefined && asOf !== dayOf(ctx.clock.now());

/** Figures of a past day: VALIDATION_ERROR for a future one, NOT_FOUND if there are none. */
async function readPast<T>(ctx: QueryContext, day: string, stored: () => Promise<T | null>): Promise<T> {
  if (day > dayOf(ctx.clock.now())) throw invalid({ field: "as_of", error: "is in the future" });
  const found = await stored();
  if (found === null) throw new AppError("NOT_FOUND", "There are no figures for that day or earlier");
  return found;
}

/** The score at the end of `asOf`, or now: today has not ended, and only the current score is explained. */
export async function scoreOf(
  ctx: QueryContext,
  graph: ControlGraph,
  project: Row<Project>,
  { asOf, explain }: { asOf: string | undefined; explain: boolean },
): Promise<ScoreAt> {
  if (isStored(ctx, asOf)) {
    const snapshot = await readPast(ctx, asOf, () => snapshotAsOf(ctx, project.id, asOf));
    await graph.ensure(ctx, project);
    return { at: snapshot.takenAt, figures: snapshot };
  }
  if (explain) return explainedScore(ctx, graph, project);
  const figures = await readScore(ctx, project.id, await graph.controls(ctx, project));
  return { at: ctx.clock.now(), figures };
}

/** A project's snapshots, latest first. */
export async function scoreHistory(
  ctx: QueryContext,
  graph: ControlGraph,
  project: Row<Project>,
  input: Omit<HistoryInput, "projectId">,
): ReturnType<typeof listSnapshots> {
  await graph.ensure(ctx, project);
  return listSnapshots(ctx, { projectId: project.id, ...input });
}

/** The risk of projects together, now; or of a single one at the end of `asOf`. */
export async function readRisk(
  ctx: QueryContext,
  graph: ControlGraph,
  { projects, asOf }: { projects: readonly Row<Project>[]; asOf: string | undefined },
): Promise<Risk> {
  const [first] = projects;
  if (first !== undefined) await graph.ensure(ctx, first);
  if (first !== undefined && isStored(ctx, asOf))
    return readPast(ctx, asOf, () => riskAsOf(ctx, first.id, asOf));
  return riskOfProjects(ctx.em, idsOf(projects));
}

type Projects = readonly Row<Project>[];

const idsOf = (projects: Projects): string[] => projects.map(({ id }) => id);

/** The current figures of projects together. */
export const scoresOf = async (ctx: QueryContext, graph: ControlGraph, projects: Projects) =>
  readScores(ctx, idsOf(projects), await controlsOfProjects(ctx, graph, projects));

/** The same with those of an overview. */
export const overviewOf = async (ctx: QueryContext, graph: ControlGraph, projects: Projects) =>
  readOverview(ctx, idsOf(projects), await controlsOfProjects(ctx, graph, projects));

/** The overview, the findings and the agents of projects together. */
export const summaryOf = async (ctx: QueryContext, graph: ControlGraph, projects: Projects) =>
  readSummary(ctx, idsOf(projects), await controlsOfProjects(ctx, graph, projects));

/** The gaps of a project by control, worst first. */
export const gapsOfProject = async (ctx: QueryContext, graph: ControlGraph, project: Row<Project>) =>
  readGaps(ctx, project.id, await graph.controls(ctx, project));

/** The project, or all that the caller can see; NOT_FOUND if the caller cannot see it. */
export const oneOrAllProjects = async (ctx: QueryContext, id: string | undefined): Promise<Row<Project>[]> =>
  id === undefined ? readVisibleProjects(ctx) : [await readProject(ctx, id)];
