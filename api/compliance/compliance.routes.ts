import {
  readGaps,
  readOverview,
  readScore,
  readScores,
  readSummary,
} from "../../domain/compliance/compliance.queries.ts";
import { controlsOfProjects } from "../../domain/compliance/controls-of-projects.ts";
import type { ControlGraph } from "../../domain/compliance/control-graph.ts";
import { dayOf } from "../../domain/compliance/score-snapshot.rules.ts";
import { changesSince, listSnapshots, snapshotAsOf } from "../../domain/compliance/score-snapshot.queries.ts";
import { explainScore } from "../../domain/compliance/score.rules.ts";
import { riskOfProjects } from "../../domain/findings/finding.queries.ts";
import { readProject, visibleProjects } from "../../domain/projects/project.queries.ts";
import { AppError, invalid } from "../../platform/errors.ts";
import { lists, may } from "../access.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { GraphView, presentElement } from "./compliance-graph.contract.ts";
import {
  AnyProjectQuery,
  DetailedOverviewView,
  FiguresView,
  GapList,
  HistoryList,
  HistoryQuery,
  ProjectQuery,
  ScoreQuery,
  ScoreView,
  RiskView,
  SummaryView,
  presentGap,
  presentOverview,
  presentRisk,
  presentSnapshot,
  presentScore,
} from "./compliance.contract.ts";

interface Deps {
  controlGraph: ControlGraph;
}

/** Shared by all figures of a project: they are visible to everyone who sees the project. */
const ofProject = {
  method: "get",
  service: "backend",
  access: may("project.read"),
  answers: {
    404: "The project does not exist or is not visible to the caller",
    503: "The control graph is unavailable",
  },
  load: (ctx: RouteContext, { query }: { query: { project_id: string } }) =>
    readProject(ctx, query.project_id),
} as const;

/** The stored figures of a past day, or the current ones for today. */
async function pastScore(ctx: RouteContext, projectId: string, day: string) {
  const today = dayOf(ctx.clock.now());
  if (day > today) throw invalid({ field: "as_of", error: "is in the future" });
  if (day === today) return null;
  const snapshot = await snapshotAsOf(ctx, projectId, day);
  if (snapshot === null) throw new AppError("NOT_FOUND", "There are no figures for that day or earlier");
  return snapshot;
}

type Controls = Awaited<ReturnType<ControlGraph["controls"]>>;

async function presentNow(ctx: RouteContext, projectId: string, controls: Controls, explain: boolean) {
  const figures = await readScore(ctx, projectId, controls);
  const presented = presentScore(projectId, ctx.clock.now(), figures);
  if (!explain) return presented;
  const last = await snapshotAsOf(ctx, projectId);
  const changes = last && {
    since: last.takenAt.toISOString(),
    controls: changesSince(figures.controls, last),
  };
  return { ...presented, explanation: explainScore(figures.controls), changes };
}

const score = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofProject,
    path: "/api/v1/compliance/score",
    summary: "Get a project's score, overall and by trust category, with coverage and evidence quality",
    query: ScoreQuery,
    output: ScoreView,
    act: async (ctx: RouteContext, { query }, project) => {
      const past = query.as_of === undefined ? null : await pastScore(ctx, project.id, query.as_of);
      if (past === null) {
        const controls = await controlGraph.controls(ctx, project);
        return presentNow(ctx, project.id, controls, query.explain === true);
      }
      await controlGraph.ensure(ctx, project);
      return presentSnapshot(past);
    },
  });

const history = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofProject,
    path: "/api/v1/compliance/score/history",
    summary: "List a project's daily figures, newest first",
    query: HistoryQuery,
    output: HistoryList,
    act: async (ctx, { query: { project_id: projectId, ...query } }, project) => {
      await controlGraph.ensure(ctx, project);
      return listSnapshots(ctx, { projectId, ...query });
    },
    present: ({ items, pagination }) => ({
      history: items.map((snapshot) => ({ ...presentSnapshot(snapshot), day: snapshot.day })),
      pagination,
    }),
  });

const gaps = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofProject,
    path: "/api/v1/compliance/gaps",
    summary: "List a project's gaps by control, worst first, with what to do about each",
    query: ProjectQuery,
    output: GapList,
    act: async (ctx, _input, project) => readGaps(ctx, project.id, await controlGraph.controls(ctx, project)),
    present: (found) => ({ gaps: found.map(presentGap) }),
  });

/** The same for one project or, by default, for all visible projects together. */
const ofAnyProject = {
  ...ofProject,
  access: lists("project.read"),
  query: AnyProjectQuery,
  load: async (
    ctx: RouteContext,
    { query: { project_id: id } }: { query: { project_id?: string | undefined } },
  ) => {
    const projects = id === undefined ? await visibleProjects(ctx) : [(await readProject(ctx, id)).row];
    return { id: id ?? null, projects, ids: projects.map((project) => project.id) };
  },
} as const;

const overview = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofAnyProject,
    path: "/api/compliance/overview",
    summary: "Get the key figures of a project, or of all visible projects",
    output: FiguresView,
    act: async (ctx, _input, { id, ids, projects }) => {
      const controls = await controlsOfProjects(ctx, controlGraph, projects);
      return { id, at: ctx.clock.now(), figures: await readScores(ctx, ids, controls) };
    },
    present: ({ id, at, figures }) => presentScore(id, at, figures),
  });

const detailedOverview = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofAnyProject,
    path: "/api/compliance/overview/detailed",
    summary: "Get the overview with every control, the number verified and the five furthest behind",
    output: DetailedOverviewView,
    act: async (ctx, _input, { id, ids, projects }) => {
      const controls = await controlsOfProjects(ctx, controlGraph, projects);
      return { id, at: ctx.clock.now(), figures: await readOverview(ctx, ids, controls) };
    },
    present: ({ id, at, figures }) => presentOverview(id, at, figures),
  });

const risk = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofAnyProject,
    path: "/api/compliance/risk",
    summary: "Get the risk from open and in-progress findings, for a project or all visible projects",
    output: RiskView,
    act: async (ctx, _input, { id, ids, projects: [first] }) => {
      if (first !== undefined) await controlGraph.ensure(ctx, first);
      return { id, risk: await riskOfProjects(ctx.em, ids) };
    },
    present: ({ id, risk: found }) => presentRisk(id, found),
  });

const summary = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofAnyProject,
    path: "/api/compliance/summary",
    summary: "Get the detailed overview, the risk and the agents, for a project or all visible projects",
    output: SummaryView,
    act: async (ctx, _input, { id, ids, projects }) => {
      const controls = await controlsOfProjects(ctx, controlGraph, projects);
      return { id, at: ctx.clock.now(), found: await readSummary(ctx, ids, controls) };
    },
    present: ({ id, at, found: { overview: figures, findings, agents } }) => ({
      ...presentOverview(id, at, figures),
      risk: presentRisk(id, findings.risk),
      totalFindings: findings.total,
      agents,
    }),
  });

const graph = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofProject,
    answers: { 404: ofProject.answers[404] },
    path: "/api/compliance/graph",
    summary: "Get a project's control graph; empty when the graph service is unavailable",
    query: ProjectQuery,
    output: GraphView,
    act: (ctx, _input, project) => controlGraph.elements(ctx, project),
    present: (elements) => elements.map(presentElement),
  });

export const createComplianceRoutes = (deps: Deps): Route[] =>
  [score, history, gaps, overview, detailedOverview, risk, summary, graph].map((route) => route(deps));
