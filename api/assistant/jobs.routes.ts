import { generateText } from "../../domain/assistant/generate-text.ts";
import { requestAnalysis, type RequestedAnalysis } from "../../domain/assistant/request-analysis.ts";
import { loadEvidence } from "../../domain/evidence/evidence.queries.ts";
import { loadProject } from "../../domain/projects/project.queries.ts";
import type { Project } from "../../domain/projects/project.entity.ts";
import { reads, may } from "../access.ts";
import { IdParams } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { AnalyzeBody, GenerateBody, JobView, presentJob } from "./jobs.contract.ts";
import type { AssistantRouteDeps } from "./chat.routes.ts";
import { visibleJob } from "../../domain/assistant/job.queries.ts";

const ANSWERS = {
  404: "The project or evidence does not exist or is not visible to the caller",
  503: "Search is unavailable",
} as const;

const about = {
  method: "post",
  access: may("assistant.ask"),
  status: 202,
  output: JobView,
} as const;

const analyze = defineRoute({
  ...about,
  path: "/api/v1/ai/analyze",
  summary: "Analyse a piece of evidence (immediately) or a project's gaps (in a workflow)",
  body: AnalyzeBody,
  answers: {
    ...ANSWERS,
    409: "The file has not been ingested, could not be, or was superseded; the message says which",
  },
  load: async (ctx: RouteContext, { body }) => {
    if (body.kind === "gap_analysis")
      return { analysis: { kind: body.kind }, project: await loadProject(ctx, body.project_id) };
    const evidence = await loadEvidence(ctx, body.evidence_id);
    const analysis: RequestedAnalysis = { kind: body.kind, evidence };
    return { analysis, project: await loadProject(ctx, evidence.project.id) };
  },
  subject: ({ project }) => project,
  act: (ctx, _input, { project, analysis }) => requestAnalysis(ctx, project.id, analysis),
  present: presentJob,
});

const generate = (deps: AssistantRouteDeps): Route =>
  defineRoute({
    ...about,
    path: "/api/v1/ai/generate",
    summary:
      "Generate text: an answer to a question (immediately) or a text about the project (in a workflow)",
    body: GenerateBody,
    transaction: "own",
    keepsAnswer: true,
    answers: ANSWERS,
    checkBefore: async (_input, actor) => deps.languageModel?.admit(actor.id),
    load: (ctx: RouteContext, { body }): Promise<Project> => loadProject(ctx, body.project_id),
    act: (ctx, { body }, project) =>
      generateText(ctx, deps.answersIn(project.id, ctx), project, body, ctx.waiting),
    present: presentJob,
  });

const read = defineRoute({
  method: "get",
  path: "/api/v1/ai/jobs/:id",
  summary: "Get the progress and result of an analysis or a text",
  access: reads(visibleJob),
  params: IdParams,
  output: JobView,
  act: async (_ctx, _input, job) => job,
  present: presentJob,
});

export const createAssistantJobRoutes = (deps: AssistantRouteDeps): Route[] => [
  analyze,
  generate(deps),
  read,
];
