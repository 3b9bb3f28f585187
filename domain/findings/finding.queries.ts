import type { EntityManager } from "@mikro-orm/postgresql";
import { countGroups, readRows, type Row } from "../../platform/database/read-rows.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import { invalid } from "../../platform/errors.ts";
import type { Project } from "../projects/project.entity.ts";
import { whereInProjects } from "../projects/where-in-projects.ts";
import { Agent } from "../agents/agent.entity.ts";
import type { QueryContext } from "../context.ts";
import { controlNamed } from "../controls/control.rules.ts";
import {
  listFilter,
  listPage,
  matching,
  type ListInput,
  type Listing,
  type RowSelection,
  type Page,
  type OneOrMore,
  PAGE_LIMIT_MAX,
} from "../listing.ts";
import { ITS_PROJECT_PATHS } from "../projects/project.queries.ts";
import { readVisiblePeople, type Person } from "../users/read-visible-people.ts";
import { allowedAmong } from "../access/allowed-among.ts";
import { Finding, FindingComment } from "./finding.entity.ts";
import {
  ACTIVE_STATUSES,
  type FindingStatus,
  type Severity,
  nextStatuses,
  transitionAction,
  type TransitionAction,
} from "./finding.rules.ts";
import { statsOf, type FindingStats } from "./finding-stats.rules.ts";
import { riskOf, type Risk } from "./risk.rules.ts";
import { findingAccess } from "./finding.access.ts";
import { only } from "../only.rules.ts";

export const findingListing: Listing<Finding> = {
  entity: Finding,
  sortable: {
    created_at: "createdAt",
    updated_at: "updatedAt",
    due_date: "dueDate",
    severity: "weight",
    status: "urgency",
    title: "title",
  },
  searchable: { title: "title", description: "description", category: "category", source_id: "sourceId" },
  createdAt: "createdAt",
};

export const visibleFinding: Visible<Finding> = {
  entity: Finding,
  rule: findingAccess["finding.read"],
  name: "Finding",
  populate: ITS_PROJECT_PATHS,
};

export interface FindingFilter extends RowSelection {
  severity?: OneOrMore<Severity>;
  status?: OneOrMore<FindingStatus>;
  category?: OneOrMore<string>;
  integration?: OneOrMore<string>;
  projectId?: string | undefined;
  projectIds?: readonly string[] | undefined;
  controlId?: string | undefined;
  assignedTo?: string | undefined;
  agentId?: string | undefined;
  overdue?: boolean | undefined;
}

const overdueFilter = (overdue: boolean, now: Date): object =>
  overdue
    ? { dueDate: { $lt: now }, status: { $in: [...ACTIVE_STATUSES] } }
    : { $or: [{ dueDate: null }, { dueDate: { $gte: now } }, { status: { $nin: [...ACTIVE_STATUSES] } }] };

/** The visible findings that match the filter: the same for the list and its totals. */
async function filtersFor(ctx: QueryContext, input: FindingFilter): Promise<object[]> {
  const { severity, status, category, integration, assignedTo, controlId, overdue } = input;
  return [
    await whereInProjects(ctx, findingAccess["finding.read"]),
    ...matching({ severity, status, category, integration, assignedTo, agent: input.agentId }),
    ...matching({ project: input.projectId }),
    ...matching({ project: input.projectIds }),
    ...(controlId === undefined ? [] : [{ control: controlNamed(controlId) }]),
    ...(overdue === undefined ? [] : [overdueFilter(overdue, ctx.clock.now())]),
  ];
}

/** A finding for responses, with the users it refers to. */
export interface FindingWithContext {
  finding: Row<Finding>;
  agent: Row<Agent> | null;
  /** Users by id: who raised it, is assigned to it, resolved it or commented on it. */
  people: ReadonlyMap<string, Person>;
  /** The statuses to which the caller may move it. */
  nextStatuses: FindingStatus[];
  now: Date;
}

const idsOf = (rows: readonly ({ id: string } | null | undefined)[]): Set<string> =>
  new Set(rows.flatMap((row) => row?.id ?? []));

async function agentsById(em: EntityManager, ids: ReadonlySet<string>): Promise<Map<string, Row<Agent>>> {
  if (ids.size === 0) return new Map();
  const rows = await readRows(em, Agent, { where: { id: { $in: [...ids] } } });
  return new Map(rows.map((row) => [row.id, row]));
}

const ACTIONS = ["finding.update", "finding.work", "finding.decide"] as const;

/** The possible transitions of each finding for the caller. */
async function possibleMoves(
  ctx: QueryContext,
  findings: readonly Row<Finding>[],
): Promise<(finding: Row<Finding>) => FindingStatus[]> {
  const among = { entity: Finding, ids: findings.map(({ id }) => id) };
  const allowed = new Map<TransitionAction, ReadonlySet<string>>();
  for (const action of ACTIONS) allowed.set(action, await allowedAmong(ctx, findingAccess[action], among));
  return ({ id, status }) =>
    nextStatuses(status).filter((to) => allowed.get(transitionAction(status, to))?.has(id) === true);
}

/** The findings for responses. */
export async function withContext(
  ctx: QueryContext,
  findings: readonly Row<Finding>[],
  comments: readonly Row<FindingComment>[] = [],
): Promise<FindingWithContext[]> {
  const named = [
    ...findings.flatMap(({ createdBy, assignedTo, resolvedBy }) => [createdBy, assignedTo, resolvedBy]),
    ...comments.map(({ author }) => author),
  ];
  const [people, agents] = await Promise.all([
    readVisiblePeople(ctx, { colleagues: idsOf(named) }),
    agentsById(ctx.em, idsOf(findings.map(({ agent }) => agent))),
  ]);
  const nextFor = await possibleMoves(ctx, findings);
  const now = ctx.clock.now();
  return findings.map((finding) => ({
    finding,
    agent: agents.get(finding.agent?.id ?? "") ?? null,
    people,
    nextStatuses: nextFor(finding),
    now,
  }));
}

export async function listFindings(
  ctx: QueryContext,
  input: ListInput & FindingFilter,
): Promise<Page<FindingWithContext>> {
  const { items, pagination } = await listPage(ctx.em, findingListing, input, await filtersFor(ctx, input));
  return { items: await withContext(ctx, items), pagination };
}

/** The totals of the list. */
export async function countFindings(ctx: QueryContext, input: FindingFilter): Promise<FindingStats> {
  const groups = await countGroups(ctx.em, Finding, {
    where: listFilter(findingListing, input, await filtersFor(ctx, input)),
    by: ["severity", "status", "category", "integration"],
    counts: { overdue: overdueFilter(true, ctx.clock.now()) },
  });
  return statsOf(groups);
}

/** The risk of a complete project, independent of the caller. */
export const riskOfProject = (em: EntityManager, projectId: string): Promise<Risk> =>
  riskOfProjects(em, [projectId]);

/** The combined risk of the active findings of several projects. */
export async function riskOfProjects(em: EntityManager, projectIds: readonly string[]): Promise<Risk> {
  const where = { project: { $in: [...projectIds] }, status: { $in: [...ACTIVE_STATUSES] } };
  const groups = await countGroups(em, Finding, { where, by: ["severity"] });
  return riskOf(Object.fromEntries(groups.map(({ severity, total }) => [severity, total])));
}

/** The finding, if the caller can see it; otherwise NOT_FOUND. */
export const loadFinding = (ctx: QueryContext, id: string): Promise<Finding> =>
  loadVisible(ctx, visibleFinding, id);

/** Findings of a project that the caller can see, in the order of their ids; VALIDATION_ERROR for an unknown one. */
export async function loadFindings(
  { em }: QueryContext,
  { id: project }: Pick<Project, "id">,
  ids: readonly string[],
): Promise<Finding[]> {
  const found = await em.find(
    Finding,
    { project, id: { $in: [...ids] } },
    { populate: ITS_PROJECT_PATHS as never[] },
  );
  const known = new Map(found.map((finding) => [finding.id, finding]));
  return ids.map((id, i) => {
    const finding = known.get(id);
    if (finding !== undefined) return finding;
    throw invalid({ field: `findings.${i}.finding_id`, error: "the project has no finding with this id" });
  });
}

export interface FindingInFull extends FindingWithContext {
  /** The latest, oldest first. */
  comments: readonly Row<FindingComment>[];
  /** Of all comments. */
  commentCount: number;
}

const LATEST = { page: 1, limit: PAGE_LIMIT_MAX } as const;

/** With the latest comments: `listComments` has all of them. */
export async function presentDetail(ctx: QueryContext, finding: Row<Finding>): Promise<FindingInFull> {
  const { items, pagination } = await pageOfComments(ctx, finding, LATEST);
  const comments = items.toReversed();
  const presented = only(await withContext(ctx, [finding], comments));
  return { ...presented, comments, commentCount: pagination.total };
}

export const commentListing: Listing<FindingComment> = {
  entity: FindingComment,
  sortable: { created_at: "createdAt" },
  searchable: { text: "text" },
  createdAt: "createdAt",
};

const pageOfComments = (
  { em }: QueryContext,
  { id }: Row<Finding>,
  input: ListInput,
): Promise<Page<Row<FindingComment>>> => listPage(em, commentListing, input, [{ finding: id }]);

/** The comments on a finding, newest first, with the people that they name. */
export async function listComments(ctx: QueryContext, finding: Row<Finding>, input: ListInput) {
  const { items, pagination } = await pageOfComments(ctx, finding, input);
  const people = await readVisiblePeople(ctx, { colleagues: idsOf(items.map(({ author }) => author)) });
  return { items, pagination, people };
}
