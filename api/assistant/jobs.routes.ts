import type { AssistantJob } from "../../domain/assistant/job.entity.ts";
import { requestJob } from "../../domain/assistant/job.commands.ts";
import { readJob } from "../../domain/assistant/job.queries.ts";
import { resultOf } from "../../domain/assistant/job.rules.ts";
import { judgeEvidence } from "../../domain/assistant/judge-evidence.ts";
import { loadEvidence } from "../../domain/evidence/evidence.queries.ts";
import { loadProject } from "../../domain/projects/project.queries.ts";
import type { Project } from "../../domain/projects/project.entity.ts";
import { peopleOf } from "../../domain/answers/people-of.ts";
import { omitNames } from "../../domain/assistant/omit-names.rules.ts";
import { may } from "../access.ts";
import { IdParams } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { AnalyzeBody, GenerateBody, JobView, presentJob } from "./jobs.contract.ts";
import { answerTurn, type AssistantDeps } from "./take-turn.ts";

const ANSWERS = {
  404: "The project or evidence does not exist or is not visible to the caller",
  503: "Search is unavailable",
} as const;

const about = {
  method: "post",
  service: "assistant",
  access: may("assistant.ask"),
  status: 202,
  output: JobView,
} as const;

/** Stores the result, or the request for it. The work itself ran outside any transaction. */
const keep = (ctx: RouteContext, input: Parameters<typeof requestJob>[1]): Promise<AssistantJob> =>
  ctx.em.fork().transactional((em) => requestJob({ ...ctx, em }, input));

const analyze = defineRoute({
  ...about,
  path: "/api/v1/ai/analyze",
  summary: "Analyse a piece of evidence (answered at once) or a project's gaps (by a workflow)",
  body: AnalyzeBody,
  answers: {
    ...ANSWERS,
    409: "The file has not been ingested, could not be, or was superseded; the message says which",
  },
  load: async (ctx: RouteContext, { body }): Promise<Project> =>
    loadProject(
      ctx,
      body.kind === "gap_analysis" ? body.project_id : (await loadEvidence(ctx, body.evidence_id)).project.id,
    ),
  act: async (ctx, { body }, { id: projectId }) => {
    const { kind } = body;
    if (kind === "gap_analysis") return requestJob(ctx, { projectId, kind });
    const result = await judgeEvidence(ctx, kind, await loadEvidence(ctx, body.evidence_id));
    return requestJob(ctx, { projectId, kind, result });
  },
  present: presentJob,
});

const generate = (deps: AssistantDeps): Route =>
  defineRoute({
    ...about,
    path: "/api/v1/ai/generate",
    summary: "Generate text: an answer to a question (at once) or a text about the project (by a workflow)",
    body: GenerateBody,
    transaction: "own",
    answers: ANSWERS,
    checkBefore: async (_input, actor) => deps.languageModel?.admit(actor.id),
    load: (ctx: RouteContext, { body }): Promise<Project> => loadProject(ctx, body.project_id),
    act: async (ctx, { body }, project) => {
      const { kind, project_id: projectId } = body;
      if (kind !== "questionnaire_answer") return keep(ctx, { projectId, kind });
      const turn = { project, conversation: null, controlNamed: undefined, question: body.question };
      // Disconnecting ends the work.
      const hangUp = new AbortController();
      ctx.request.res?.on("close", () => hangUp.abort());
      const waiting = { signal: hangUp.signal, onStep: () => undefined };
      const answer = await answerTurn(ctx, deps, turn, null, waiting);
      const { message, mode, citations } = omitNames(answer, await peopleOf(ctx, [projectId]));
      return keep(ctx, { projectId, kind, result: resultOf({ text: message, mode, citations }) });
    },
    present: presentJob,
  });

const read = defineRoute({
  method: "get",
  path: "/api/v1/ai/jobs/:id",
  service: "assistant",
  summary: "Get the progress and result of an analysis or a text",
  access: may("ai_job.read"),
  params: IdParams,
  output: JobView,
  load: (ctx: RouteContext, { params }) => readJob(ctx, params.id),
  act: async (_ctx, _input, job) => job,
  present: presentJob,
});

export const createAssistantJobRoutes = (deps: AssistantDeps): Route[] => [analyze, generate(deps), read];
