import { z } from "zod";
import type { Finding } from "../../domain/findings/finding.entity.ts";
import {
  commentFinding,
  createFinding,
  updateFinding,
  updateFindings,
} from "../../domain/findings/finding.commands.ts";
import {
  visibleFinding,
  commentListing,
  listComments,
  countFindings,
  listFindings,
  loadFinding,
  loadFindings,
  presentDetail,
  withContext,
  type FindingFilter,
  findingListing,
} from "../../domain/findings/finding.queries.ts";
import { importFindings, previewImport } from "../../domain/findings/import.commands.ts";
import { loadProject } from "../../domain/projects/project.queries.ts";
import type { Project } from "../../domain/projects/project.entity.ts";
import { readVisiblePeople } from "../../domain/users/read-visible-people.ts";
import { reads, lists, may } from "../access.ts";
import { IdParams, listInput, listQuery, narrowingInput, personIn } from "../common.contract.ts";
import { defineView } from "../define-schemas.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  CommentBody,
  CreateFindingBody,
  UpdateFindingBody,
  UpdateFindingsBody,
  findingChangeOf,
  findingInputOf,
  transitionOf,
} from "./change-findings.contract.ts";
import {
  CommentList,
  CommentView,
  FindingDetail,
  FindingList,
  FindingQuery,
  FindingStatsQuery,
  FindingStatsView,
  FindingView,
  presentComment,
  presentFinding,
  presentInFull,
} from "./findings.contract.ts";
import {
  IMPORT_BODY,
  ImportBody,
  ImportView,
  importRowOf,
  presentImport,
} from "./import-findings.contract.ts";

const PATH = "/api/findings";
const NO_PROJECT = { 404: "The project does not exist or is not visible to the caller" };

const filterOf = (ctx: RouteContext, query: z.infer<typeof FindingStatsQuery>): FindingFilter => ({
  ...narrowingInput(query),
  severity: query.severity,
  status: query.status,
  category: query.category,
  integration: query.integration,
  projectId: query.project_id,
  controlId: query.control_id,
  assignedTo: personIn(ctx, query.assigned_to),
  agentId: query.agent_id,
  overdue: query.overdue,
});

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List findings, newest first",
  access: lists("finding.read"),
  query: FindingQuery,
  listing: findingListing,
  output: FindingList,
  act: (ctx, { query }) => listFindings(ctx, { ...listInput(query), ...filterOf(ctx, query) }),
  present: ({ items, pagination }) => ({ findings: items.map(presentFinding), pagination }),
});

const stats = defineRoute({
  method: "get",
  path: `${PATH}/stats`,
  summary: "Finding counts by severity, status, category and integration, and the resulting risk",
  access: lists("finding.read"),
  query: FindingStatsQuery,
  output: FindingStatsView,
  act: (ctx, { query }) => countFindings(ctx, filterOf(ctx, query)),
});

const read = defineRoute({
  method: "get",
  path: `${PATH}/:id`,
  summary: "Get a finding with its integration's details and its latest comments",
  access: reads(visibleFinding),
  params: IdParams,
  output: FindingDetail,
  act: (ctx, _input, finding) => presentDetail(ctx, finding),
  present: presentInFull,
});

const create = defineRoute({
  method: "post",
  path: PATH,
  summary: "Raise a finding in a project",
  access: may("finding.create"),
  body: CreateFindingBody,
  status: 201,
  answers: NO_PROJECT,
  output: FindingDetail,
  load: (ctx: RouteContext, { body }) => loadProject(ctx, body.project_id),
  act: async (ctx, { body }, project) =>
    presentDetail(ctx, await createFinding(ctx, { project, input: findingInputOf(body) })),
  present: presentInFull,
});

/** The project first: If-Match locks both in this order, like every change of findings. */
async function loadWithProject(
  ctx: RouteContext,
  { params }: { params: { id: string } },
): Promise<{ project: Project; finding: Finding }> {
  const finding = await loadFinding(ctx, params.id);
  return { project: finding.project, finding };
}

const update = defineRoute({
  method: "patch",
  path: `${PATH}/:id`,
  summary: "Update a finding: its text, assignee or status",
  access: may("finding.update"),
  params: IdParams,
  body: UpdateFindingBody,
  answers: { 403: "Not allowed for the caller, or not for a finding raised by someone else" },
  output: FindingDetail,
  load: loadWithProject,
  act: async (ctx, { body }, { finding }) => {
    const change = { finding, change: findingChangeOf(body), transition: transitionOf(body) };
    return presentDetail(ctx, await updateFinding(ctx, change));
  },
  present: presentInFull,
});

const updateMany = defineRoute({
  method: "patch",
  path: "/api/v1/projects/:id/findings",
  summary: "Update several findings of a project, all or none",
  access: may("finding.update_many"),
  params: IdParams,
  body: UpdateFindingsBody,
  output: defineView("ChangedFindings", { findings: z.array(FindingView) }),
  answers: {
    403: "Not allowed for the caller, or not for a finding raised by someone else",
    409: "The project is archived, or a finding cannot take this status",
    412: "A finding has changed since its `updated_at`",
  },
  load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
  act: async (ctx, { body }, project) => {
    const ids = body.findings.map(({ finding_id: id }) => id);
    const findings = await loadFindings(ctx, project, ids);
    const updates = body.findings.map((one, i) => ({
      finding: findings[i]!,
      change: findingChangeOf(one),
      transition: transitionOf(one),
      unchangedSince: one.updated_at,
    }));
    await updateFindings(ctx, { project, updates });
    return withContext(ctx, findings);
  },
  present: (findings) => ({ findings: findings.map(presentFinding) }),
});

const comments = defineRoute({
  method: "get",
  path: `${PATH}/:id/comments`,
  summary: "List the comments on a finding, newest first",
  access: may("finding.read"),
  params: IdParams,
  query: z.strictObject(listQuery),
  listing: commentListing,
  output: CommentList,
  load: (ctx: RouteContext, { params }) => loadFinding(ctx, params.id),
  act: (ctx, { query }, finding) => listComments(ctx, finding, listInput(query)),
  present: ({ items, pagination, people }) => ({
    comments: items.map((one) => presentComment(one, people)),
    pagination,
  }),
});

const comment = defineRoute({
  method: "post",
  path: `${PATH}/:id/comments`,
  summary: "Comment on a finding, or reply to a comment",
  access: may("finding.comment"),
  params: IdParams,
  body: CommentBody,
  status: 201,
  output: CommentView,
  load: (ctx: RouteContext, { params }) => loadFinding(ctx, params.id),
  act: async (ctx, { body }, finding) => {
    const written = await commentFinding(ctx, { finding, text: body.text, replyTo: body.reply_to });
    return { written, people: await readVisiblePeople(ctx, { colleagues: new Set([ctx.actor.id]) }) };
  },
  present: ({ written, people }) => presentComment(written, people),
});

const importMany = defineRoute({
  method: "post",
  path: `${PATH}/import`,
  summary: "Import up to 1000 findings of an integration. Importing the same ones again changes nothing",
  access: may("finding.create"),
  body: ImportBody,
  largeBody: IMPORT_BODY,
  answers: NO_PROJECT,
  output: ImportView,
  load: (ctx: RouteContext, { body }) => loadProject(ctx, body.project_id),
  act: (ctx, { body }, project) => {
    const { integration, agent_id: agentId, dry_run: isDry } = body;
    const input = { project, integration, agentId, rows: body.findings.map(importRowOf) };
    return isDry ? previewImport(ctx, input) : importFindings(ctx, input);
  },
  present: presentImport,
});

export const createFindingRoutes = (): Route[] => [
  list,
  stats,
  read,
  create,
  update,
  updateMany,
  comments,
  comment,
  importMany,
];
