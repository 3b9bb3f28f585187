import { where } from "../access/decide.ts";
import { loadVisible, readVisible, type Visible, type VisibleRow } from "../access/load-visible.ts";
import { whereInProjects } from "../projects/where-in-projects.ts";
import { countGroups, readIds, readRows, type Row } from "../../platform/database/read-rows.ts";
import { Control } from "../controls/control.entity.ts";
import { controlNamed } from "../controls/control.rules.ts";
import type { QueryContext, CommandContext } from "../context.ts";
import {
  listFilter,
  listPage,
  matching,
  type ListInput,
  type Listing,
  type RowSelection,
  type Page,
  type OneOrMore,
} from "../listing.ts";
import { ITS_PROJECT_PATHS } from "../projects/project.queries.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { evidenceStatsOf, type EvidenceStats } from "./evidence-stats.rules.ts";
import { Evidence, type Rejection } from "./evidence.entity.ts";
import { GOOD_QUALITY, HIGH_QUALITY, type QualityLevel } from "./evidence.rules.ts";
import { evidenceAccess } from "./evidence.access.ts";
import { only } from "../only.rules.ts";

export const evidenceListing: Listing<Evidence> = {
  entity: Evidence,
  sortable: {
    uploaded_at: "uploadedAt",
    created_at: "uploadedAt",
    title: "title",
    file_name: "fileName",
    file_size: "fileSize",
    quality_score: "qualityScore",
    status: "status",
    expires_at: "expiresAt",
  },
  searchable: { title: "title", description: "description", file_name: "fileName", tags: "tags" },
  lists: ["tags"],
  createdAt: "uploadedAt",
};

export const visibleEvidence: Visible<Evidence> = {
  entity: Evidence,
  rule: evidenceAccess["evidence.read"],
  name: "Evidence",
  populate: ITS_PROJECT_PATHS,
  filter: { deletedAt: null },
};

export interface EvidenceFilter extends RowSelection {
  projectId?: string | undefined;
  controlId?: string | undefined;
  status?: OneOrMore<string>;
  chunkingStatus?: OneOrMore<string>;
  tag?: OneOrMore<string>;
  policyId?: string | undefined;
  /** Only evidence filed from a policy, whichever it is. */
  isFromPolicy?: boolean;
  uploadedBy?: string | undefined;
  /** The owner of its control. */
  ownerId?: string | undefined;
  /** Only evidence pending a review that the caller may make. */
  reviewable?: boolean;
  /** Only evidence that the figures count. */
  quality?: OneOrMore<QualityLevel>;
}

/** Evidence that serves the control, as its own or linked by number. */
async function servesControl({ em }: QueryContext, name: string, inProjects: object): Promise<object> {
  const named = controlNamed(name);
  if ("number" in named) {
    const { number, ...ofFramework } = named;
    const controls = await readIds(em, Control, { where: { $and: [named, inProjects] } });
    const among = { alsoControls: { $contains: [number] }, ...ofFramework };
    return { $or: [{ control: { $in: controls } }, among] };
  }
  const own = { control: named };
  const [control] = await readRows(em, Control, { where: named });
  if (control === undefined) return own;
  return { $or: [own, { project: control.project.id, alsoControls: { $contains: [control.number] } }] };
}

/** Evidence with one of the tags. */
const tagged = (wanted: OneOrMore<string>): object[] =>
  wanted === undefined ? [] : [{ $or: [wanted].flat().map((tag) => ({ tags: { $contains: [tag] } })) }];

/** The database version of `isUnread`, and its opposite: filters have no `$not`. */
const UNREAD = {
  $or: [
    { chunkingStatus: { $in: ["FAILED", "QUARANTINED"] } },
    { chunkingStatus: { $ne: "COMPLETED" }, ingestionAttempt: { $gt: 0 } },
  ],
};

const NOT_UNREAD = {
  chunkingStatus: { $nin: ["FAILED", "QUARANTINED"] },
  $or: [{ chunkingStatus: "COMPLETED" }, { ingestionAttempt: 0 }],
};

/** The database version of `awaitsReview`. */
const AWAITS_REVIEW = {
  $or: [{ status: "pending" }, { status: "approved", approvedUnread: false, ...UNREAD }],
};

/** The database version of `counts`. */
const COUNTED = {
  $or: [
    { status: "approved", approvedUnread: true },
    { status: { $in: ["approved", "pending"] }, ...NOT_UNREAD },
  ],
};

const SCORES: Readonly<Record<QualityLevel, object>> = {
  high: { $gte: HIGH_QUALITY },
  good: { $gte: GOOD_QUALITY, $lt: HIGH_QUALITY },
  weak: { $lt: GOOD_QUALITY },
};

/** Counted evidence of one of the qualities. */
const ofQuality = (wanted: OneOrMore<QualityLevel>): object[] =>
  wanted === undefined
    ? []
    : [COUNTED, { $or: [wanted].flat().map((quality) => ({ qualityScore: SCORES[quality] })) }];

/** The evidence that the caller may review now: in projects that are not archived, uploaded by someone else. */
async function reviewableBy(ctx: QueryContext): Promise<object[]> {
  return [
    await whereInProjects(ctx, evidenceAccess["evidence.review"]),
    AWAITS_REVIEW,
    { uploadedBy: { $ne: ctx.actor.id }, project: { status: { $ne: "archived" } } },
  ];
}

/** The visible evidence that matches the filter: the same for the list and its totals. */
async function filtersFor(ctx: QueryContext, input: EvidenceFilter): Promise<object[]> {
  const { projectId, status, chunkingStatus, policyId, uploadedBy } = input;
  const inProjects = await whereInProjects(ctx, evidenceAccess["evidence.read"]);
  return [
    inProjects,
    { deletedAt: null },
    ...(status === undefined ? [{ status: { $ne: "superseded" } }] : []),
    ...matching({ project: projectId, status, chunkingStatus, policyId, uploadedBy }),
    ...(input.isFromPolicy === true ? [{ policyId: { $ne: null } }] : []),
    ...(input.controlId === undefined ? [] : [await servesControl(ctx, input.controlId, inProjects)]),
    ...tagged(input.tag),
    ...(input.ownerId === undefined ? [] : [{ control: { owner: input.ownerId } }]),
    ...(input.reviewable === true ? await reviewableBy(ctx) : []),
    ...ofQuality(input.quality),
  ];
}

/** Newest first. Replaced versions are listed only if requested by status. */
export const listEvidence = async (
  ctx: QueryContext,
  input: ListInput & EvidenceFilter,
): Promise<Page<Row<Evidence>>> => listPage(ctx.em, evidenceListing, input, await filtersFor(ctx, input));

/** The totals of the list. */
export async function countEvidence(ctx: QueryContext, input: EvidenceFilter): Promise<EvidenceStats> {
  const where = listFilter(evidenceListing, input, await filtersFor(ctx, input));
  return evidenceStatsOf(await countGroups(ctx.em, Evidence, { where, by: ["status", "chunkingStatus"] }));
}

const versionListing: Listing<Evidence> = {
  ...evidenceListing,
  sortable: { version: "version", uploaded_at: "uploadedAt" },
};

/**
 * From the events, which outlive deleted versions, so that versions on both sides of a deleted one stay
 * connected.
 */
const VERSIONS = `
  with recursive links as materialized (
    select subject_id as older, (data ->> 'superseded_by')::uuid as newer
      from events where project_id = $2 and kind = 'evidence.superseded'),
  versions (id) as (
    select $1::uuid
    union
    select case when links.older = versions.id then links.newer else links.older end
      from versions join links on versions.id in (links.older, links.newer))
  select id from versions`;

/** The ids of all versions ever created of a piece of evidence, including its own. */
async function readVersionIds(
  { em }: Pick<QueryContext, "em">,
  { id, project }: { id: string; project: { id: string } },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(em, { sql: VERSIONS, parameters: [id, project.id] });
  return rows.map((row) => row.id);
}

/** All versions of a piece of evidence that were not deleted, newest first. */
export const listVersions = async (
  ctx: QueryContext,
  evidence: Row<Evidence>,
  input: ListInput,
): Promise<Page<Row<Evidence>>> =>
  listPage(ctx.em, versionListing, input, [
    { id: { $in: await readVersionIds(ctx, evidence) } },
    { project: evidence.project.id, deletedAt: null },
  ]);

/** The evidence, if the caller can see it and it was not deleted; otherwise NOT_FOUND. */
export const loadEvidence = (ctx: QueryContext, id: string): Promise<Evidence> =>
  loadVisible(ctx, visibleEvidence, id);

/** The named evidence of a project that the caller can see, by id. */
export async function loadOfProject(
  { em, actor }: QueryContext,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, Evidence>> {
  const filters = [{ id: { $in: [...ids] } }, { project: projectId, deletedAt: null }];
  const populate = visibleEvidence.populate as never;
  const found = await em.find(
    Evidence,
    { $and: [...filters, where(actor, evidenceAccess["evidence.read"])] },
    { populate },
  );
  return new Map(found.map((evidence) => [evidence.id, evidence]));
}

/** The same, read-only. */
export const readEvidence = (ctx: QueryContext, id: string): Promise<Row<Evidence>> =>
  readVisible(ctx, visibleEvidence, id);

/** A single piece of evidence, with duplicates in the project and an earlier rejection of the same bytes. */
export const visibleInDetail: Visible<Evidence, "duplicates" | "rejectedBefore"> = {
  ...visibleEvidence,
  also: ["duplicates", "rejectedBefore"],
};
export type DetailedEvidence = VisibleRow<Evidence, "duplicates" | "rejectedBefore">;

/** The evidence just written, with its duplicates. */
export const inDetail = (ctx: QueryContext, { id }: Evidence): Promise<DetailedEvidence> =>
  readVisible(ctx, visibleInDetail, id);

/** The oldest evidence in the project with the same bytes, before this one and not replaced; null without one. */
export const findOriginal = (
  { em }: Pick<CommandContext, "em">,
  { id, project, sha256 }: Evidence,
): Promise<Evidence | null> =>
  em.findOne(
    Evidence,
    { project: project.id, sha256, id: { $lt: id }, deletedAt: null, status: { $ne: "superseded" } },
    { orderBy: { id: "asc" } },
  );

/** The rejection of the same bytes earlier in the project, whatever happened to that evidence later. */
export async function findRejection(
  { em }: Pick<CommandContext, "em">,
  { id }: Evidence,
): Promise<Rejection | null> {
  const found = await em.findOne(Evidence, { id }, { populate: ["rejectedBefore"] });
  return found?.rejectedBefore ?? null;
}

interface LaterVersions {
  /** The number of versions ever created: each has its own number. */
  count: number;
  /** The newest one that was not deleted. */
  newestId: string | null;
}

/** From the events, which outlive deleted versions, so that no number is reused. */
const LATER = `
  with recursive later (id) as (
    select (data ->> 'superseded_by')::uuid from events where subject_id = $1 and kind = 'evidence.superseded'
    union
    select (e.data ->> 'superseded_by')::uuid from later
    join events e on e.subject_id = later.id and e.kind = 'evidence.superseded')
  select count(*)::int as count,
    (select e.id from evidence e join later using (id) where e.deleted_at is null
      order by e.version desc limit 1) as "newestId"
  from later`;

/** The direct and indirect successors of a piece of evidence. */
export async function readLaterVersions(
  { em }: Pick<CommandContext, "em">,
  evidenceId: string,
): Promise<LaterVersions> {
  return only(await queryRows<LaterVersions>(em, { sql: LATER, parameters: [evidenceId] }));
}
