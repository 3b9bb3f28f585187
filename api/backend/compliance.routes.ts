import {
  readGaps,
  readOverview,
  readScore,
  readSummary,
} from "../../domain/compliance/compliance.queries.ts";
import { dayOf } from "../../domain/compliance/score-snapshot.commands.ts";
import { changesSince, listSnapshots, snapshotAsOf } from "../../domain/compliance/score-snapshot.queries.ts";
import { explainScore } from "../../domain/compliance/score.rules.ts";
import { riskOfProject } from "../../domain/findings/finding.queries.ts";
import { readProject } from "../../domain/projects/project.queries.ts";
import { AppError, invalid } from "../../platform/errors.ts";
import { may } from "../access.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  DetailedOverviewView,
  GapList,
  HistoryList,
  HistoryQuery,
  OverviewView,
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

/** What every figure of a project has in common: who sees the project sees it. */
const ofProject = {
  method: "get",
  service: "backend",
  access: may("project.read"),
  answers: { 404: "The project is not there, or not visible to the caller" },
  load: (ctx: RouteContext, { query }: { query: { project_id: string } }) =>
    readProject(ctx, query.project_id),
} as const;

/** The figures of a past day as they were kept; today's are those of now. */
async function pastScore(ctx: RouteContext, projectId: string, day: string) {
  const today = dayOf(ctx.clock.now());
  if (day > today) throw invalid({ field: "as_of", error: "lies in the future" });
  if (day === today) return null;
  const snapshot = await snapshotAsOf(ctx, projectId, day);
  if (snapshot === null) throw new AppError("NOT_FOUND", "No figures were kept of that day or before");
  return snapshot;
}

async function presentNow(ctx: RouteContext, projectId: string, explain: boolean) {
  const figures = await readScore(ctx, projectId);
  const told = presentScore(projectId, ctx.clock.now(), figures);
  if (!explain) return told;
  const last = await snapshotAsOf(ctx, projectId);
  const changes = last && {
    since: last.takenAt.toISOString(),
    controls: changesSince(figures.controls, last),
  };
  return { ...told, explanation: explainScore(figures.controls), changes };
}

const score = defineRoute({
  ...ofProject,
  path: "/api/v1/compliance/score",
  summary: "A project's score, overall and by trust category, with coverage and evidence quality",
  query: ScoreQuery,
  output: ScoreView,
  act: async (ctx: RouteContext, { query }, project) => {
    const past = query.as_of === undefined ? null : await pastScore(ctx, project.id, query.as_of);
    return past === null ? presentNow(ctx, project.id, query.explain === true) : presentSnapshot(past);
  },
});

const history = defineRoute({
  ...ofProject,
  path: "/api/v1/compliance/score/history",
  summary: "A project's figures day by day, the latest first",
  query: HistoryQuery,
  output: HistoryList,
  act: (ctx, { query: { project_id: projectId, ...query } }) => listSnapshots(ctx, { projectId, ...query }),
  present: ({ items, pagination }) => ({
    history: items.map((snapshot) => ({ ...presentSnapshot(snapshot), day: snapshot.day })),
    pagination,
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

export const createComplianceRoutes = (): Route[] => [
  score,
  history,
  gaps,
  overview,
  detailedOverview,
  risk,
  summary,
];
