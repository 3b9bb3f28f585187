import type { ControlGraph } from "../../domain/compliance/control-graph.ts";
import {
  gapsOfProject,
  oneOrAllProjects,
  overviewOf,
  readRisk,
  scoreHistory,
  scoreOf,
  scoresOf,
  summaryOf,
} from "../../domain/compliance/project-figures.queries.ts";
import { PAGE_LIMIT_DEFAULT, pageOf } from "../../domain/listing.ts";
import { lists } from "../access.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { GraphView, presentElement } from "./control-graph.contract.ts";
import {
  AnyProjectQuery,
  DetailedOverviewView,
  FiguresView,
  GapList,
  GapQuery,
  HistoryList,
  HistoryQuery,
  ProjectQuery,
  RiskQuery,
  ScoreQuery,
  ScoreView,
  RiskView,
  SummaryView,
  presentExplanation,
  presentGap,
  presentOverview,
  presentRisk,
  presentSnapshot,
  presentScore,
} from "./compliance.contract.ts";
import { readsProject } from "../projects/reads-project.ts";

interface Deps {
  controlGraph: ControlGraph;
}

/** Shared by all figures of a project: they are visible to everyone who sees the project. */
const ofProject = {
  method: "get",
  access: readsProject,
  answers: {
    404: "The project does not exist or is not visible to the caller",
    503: "The control graph is unavailable",
  },
} as const;

const score = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofProject,
    path: "/api/v1/compliance/score",
    summary: "Get a project's score, overall and by trust category, with coverage and evidence quality",
    query: ScoreQuery,
    output: ScoreView,
    act: async (ctx: RouteContext, { query: { as_of: asOf, explain = false } }, project) => {
      const found = await scoreOf(ctx, controlGraph, project, { asOf, explain });
      return { id: project.id, ...found };
    },
    present: ({ id, at, figures, explanation }) => ({
      ...presentScore(id, at, figures),
      ...(explanation && presentExplanation(explanation)),
    }),
  });

const history = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofProject,
    path: "/api/v1/compliance/score/history",
    summary: "List a project's daily figures, newest first",
    query: HistoryQuery,
    output: HistoryList,
    act: (ctx, { query }, project) => scoreHistory(ctx, controlGraph, project, query),
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
    query: GapQuery,
    output: GapList,
    act: async (ctx: RouteContext, { query: { page, limit } }, project) => {
      const all = await gapsOfProject(ctx, controlGraph, project);
      const isPaged = page !== undefined || limit !== undefined;
      const whole = Math.max(all.length, 1);
      return pageOf(all, { page: page ?? 1, limit: limit ?? (isPaged ? PAGE_LIMIT_DEFAULT : whole) });
    },
    present: ({ items, pagination }) => ({ gaps: items.map(presentGap), pagination }),
  });

/** The same for one project or, by default, for all visible projects together. */
const ofAnyProject = {
  ...ofProject,
  access: lists("project.read"),
  query: AnyProjectQuery,
  load: async (
    ctx: RouteContext,
    { query: { project_id: id } }: { query: { project_id?: string | undefined } },
  ) => ({ id: id ?? null, projects: await oneOrAllProjects(ctx, id) }),
} as const;

const overview = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofAnyProject,
    path: "/api/compliance/overview",
    summary: "Get the key figures of a project, or of all visible projects",
    output: FiguresView,
    act: async (ctx, _input, { id, projects }) => ({
      id,
      at: ctx.clock.now(),
      figures: await scoresOf(ctx, controlGraph, projects),
    }),
    present: ({ id, at, figures }) => presentScore(id, at, figures),
  });

const detailedOverview = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofAnyProject,
    path: "/api/compliance/overview/detailed",
    summary: "Get the overview with every control, the number verified and the five furthest behind",
    output: DetailedOverviewView,
    act: async (ctx, _input, { id, projects }) => ({
      id,
      at: ctx.clock.now(),
      figures: await overviewOf(ctx, controlGraph, projects),
    }),
    present: ({ id, at, figures }) => presentOverview(id, at, figures),
  });

const risk = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofAnyProject,
    path: "/api/compliance/risk",
    summary: "Get the risk from open and in-progress findings, for a project or all visible projects",
    query: RiskQuery,
    output: RiskView,
    act: async (ctx, { query: { as_of: asOf } }, { id, projects }) => ({
      id,
      risk: await readRisk(ctx, controlGraph, { projects, asOf }),
    }),
    present: ({ id, risk: found }) => presentRisk(id, found),
  });

const summary = ({ controlGraph }: Deps): Route =>
  defineRoute({
    ...ofAnyProject,
    path: "/api/compliance/summary",
    summary: "Get the detailed overview, the risk and the agents, for a project or all visible projects",
    output: SummaryView,
    act: async (ctx, _input, { id, projects }) => ({
      id,
      at: ctx.clock.now(),
      found: await summaryOf(ctx, controlGraph, projects),
    }),
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
