import {
  explanationOf,
  readGaps,
  readOverview,
  readScore,
  readSummary,
} from "../../domain/compliance/compliance.queries.ts";
import { riskOfProject } from "../../domain/findings/finding.queries.ts";
import { readProject } from "../../domain/projects/project.queries.ts";
import { may } from "../access.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  DetailedOverviewView,
  GapList,
  OverviewView,
  ProjectQuery,
  ScoreQuery,
  ScoreView,
  RiskView,
  SummaryView,
  presentGap,
  presentOverview,
  presentRisk,
  presentScore,
} from "./compliance.contract.ts";

/** What every figure of a project has in common: who sees the project sees it. */
const ofProject = {
  method: "get",
  service: "backend",
  access: may("project.read"),
  answers: { 404: "The project is not there, or not visible to the caller" },
  load: (ctx: RouteContext, { query }: { query: { project_id: string } }) =>
    readProject(ctx, query.project_id),
} as const;

const score = defineRoute({
  ...ofProject,
  path: "/api/v1/compliance/score",
  summary: "A project's score, overall and by trust category, with coverage and evidence quality",
  query: ScoreQuery,
  output: ScoreView,
  act: async (ctx, { query }, project) => ({
    explain: query.explain === true,
    at: ctx.clock.now(),
    figures: await readScore(ctx, project.id),
    project,
  }),
  present: ({ explain, at, figures, project }) => ({
    ...presentScore(project.id, at, figures),
    ...(explain ? { explanation: explanationOf(figures) } : {}),
  }),
});

const gaps = defineRoute({
  ...ofProject,
  path: "/api/v1/compliance/gaps",
  summary: "What a project lacks, control by control, worst first, and what to do about it",
  query: ProjectQuery,
  output: GapList,
  act: (ctx, _input, project) => readGaps(ctx, project.id),
  present: (found) => ({ gaps: found.map(presentGap) }),
});

const overview = defineRoute({
  ...ofProject,
  path: "/api/compliance/overview",
  summary: "A project's figures at a glance",
  query: ProjectQuery,
  output: OverviewView,
  act: async (ctx, _input, project) => ({
    project,
    at: ctx.clock.now(),
    figures: await readScore(ctx, project.id),
  }),
  present: ({ project, at, figures }) => presentScore(project.id, at, figures),
});

const detailedOverview = defineRoute({
  ...ofProject,
  path: "/api/compliance/overview/detailed",
  summary: "The overview with every control, how many are verified, and the five furthest behind",
  query: ProjectQuery,
  output: DetailedOverviewView,
  act: async (ctx, _input, project) => ({
    project,
    at: ctx.clock.now(),
    figures: await readOverview(ctx, project.id),
  }),
  present: ({ project, at, figures }) => presentOverview(project.id, at, figures),
});

const risk = defineRoute({
  ...ofProject,
  path: "/api/compliance/risk",
  summary: "The risk a project's open and in-progress findings are",
  query: ProjectQuery,
  output: RiskView,
  act: async (ctx, _input, project) => ({ project, risk: await riskOfProject(ctx.em, project.id) }),
  present: ({ project, risk: found }) => presentRisk(project.id, found),
});

const summary = defineRoute({
  ...ofProject,
  path: "/api/compliance/summary",
  summary: "The detailed overview, the risk and the agents of a project in one",
  query: ProjectQuery,
  output: SummaryView,
  act: async (ctx, _input, project) => ({
    project,
    at: ctx.clock.now(),
    found: await readSummary(ctx, project.id),
  }),
  present: ({ project, at, found: { overview: figures, findings, agents } }) => ({
    ...presentOverview(project.id, at, figures),
    risk: presentRisk(project.id, findings.risk),
    totalFindings: findings.total,
    agents,
  }),
});

export const createComplianceRoutes = (): Route[] => [score, gaps, overview, detailedOverview, risk, summary];
