import { z } from "zod";
import { AGENT_STATUSES, agentStatus } from "../../domain/agents/agent.rules.ts";
import type { FindingComment } from "../../domain/findings/finding.entity.ts";
import type { FindingWithContext, FindingInFull } from "../../domain/findings/finding.queries.ts";
import { FINDING_STATUSES, SEVERITIES, isOverdue } from "../../domain/findings/finding.rules.ts";
import { RISK_LEVELS } from "../../domain/findings/risk.rules.ts";
import type { Person as Somebody } from "../../domain/users/read-visible-people.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import {
  ControlRef,
  Flag,
  Id,
  NamedId,
  PageOf,
  Timestamp,
  iso,
  listQuery,
  namedPerson,
  several,
  severalNames,
  totalsQuery,
} from "../common.contract.ts";
import { Person } from "../people.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

const filters = {
  severity: several(SEVERITIES, "Only findings with these severities"),
  status: several(FINDING_STATUSES, "Only findings with these statuses"),
  category: severalNames(100, "Only findings of these categories"),
  integration: severalNames(100, "Only findings these integrations reported"),
  project_id: NamedId.optional().meta({ description: "Only findings of this project" }),
  control_id: ControlRef.optional(),
  assigned_to: namedPerson("Only findings assigned to this user"),
  agent_id: NamedId.optional().meta({ description: "Only findings this agent reported" }),
  overdue: Flag.optional().meta({
    description: "true: only active findings past their due date; false: only the others",
  }),
};

export const FindingStatsQuery = z.strictObject({ ...totalsQuery, ...filters });
export const FindingQuery = z.strictObject({ ...listQuery, ...filters });

const Resolved = defineView("FindingResolution", {
  resolved_at: Timestamp,
  resolved_by: Person.nullable(),
  resolution: z.string().nullable(),
});
const FindingAgent = defineView("FindingAgent", {
  id: Id,
  name: z.string(),
  kind: z.string(),
  version: z.string().nullable(),
  status: z.enum(AGENT_STATUSES),
  last_heartbeat_at: Timestamp.nullable(),
});
export const CommentView = defineView("Comment", {
  id: Id,
  author: Person,
  reply_to: Id.nullable().meta({ description: "The comment this one replies to" }),
  text: z.string(),
  created_at: Timestamp,
});

export const FindingView = defineView("Finding", {
  id: Id,
  project_id: Id,
  control_id: Id.nullable(),
  title: z.string(),
  description: z.string(),
  severity: z.enum(SEVERITIES),
  status: z.enum(FINDING_STATUSES),
  status_reason: z.string().nullable(),
  next_statuses: z
    .array(z.enum(FINDING_STATUSES))
    .meta({ description: "Statuses the caller may set next; none in an archived project" }),
  category: z.string(),
  integration: z.string(),
  source_id: z.string().nullable(),
  agent: FindingAgent.nullable(),
  created_by: Person.nullable(),
  assigned_to: Person.nullable(),
  resolved: Resolved.nullable(),
  accepted_until: Timestamp.nullable(),
  due_date: Timestamp.nullable(),
  overdue: z.boolean(),
  last_seen_at: Timestamp.nullable().meta({ description: "When its integration last reported it" }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const CommentList = PageOf("comments", CommentView, "CommentList");
export const FindingList = PageOf("findings", FindingView, "FindingList");
export const FindingDetail = FindingView.extend({
  integration_data: z.record(z.string(), z.unknown()).nullable(),
  comments: z.array(CommentView).meta({ description: "The latest 100, oldest first" }),
  comment_count: z.int().meta({ description: "Of all comments, which `/comments` lists" }),
}).register(schemaNames, { id: "FindingDetail" });

/** The risk resulting from the findings. */
export const RiskFigure = defineView("Risk", {
  score: z.int(),
  level: z.enum(RISK_LEVELS),
  counted: z.int().meta({ description: "Open and in-progress findings, from which the score is computed" }),
});

const Totals = z.record(z.string(), z.int()).register(schemaNames, { id: "Totals" });
export const FindingStatsView = defineView("FindingStats", {
  total: z.int(),
  overdue: z.int(),
  severity: Totals,
  status: Totals,
  category: Totals,
  integration: Totals,
  risk: RiskFigure,
});

type People = ReadonlyMap<string, Somebody>;

const presentPerson = (people: People, user: { id: string } | null | undefined): Somebody | null =>
  people.get(user?.id ?? "") ?? null;

function presentAgent({ agent, now }: FindingWithContext): z.infer<typeof FindingAgent> | null {
  if (agent === null) return null;
  const { id, name, kind, version = null, lastHeartbeatAt } = agent;
  const status = agentStatus(lastHeartbeatAt, now);
  return { id, name, kind, version, status, last_heartbeat_at: iso(lastHeartbeatAt) };
}

function presentResolved({ finding, people }: FindingWithContext): z.infer<typeof Resolved> | null {
  const { resolvedAt, resolvedBy, resolution = null } = finding;
  if (resolvedAt == null) return null;
  return {
    resolved_at: resolvedAt.toISOString(),
    resolved_by: presentPerson(people, resolvedBy),
    resolution,
  };
}

export function presentFinding(presented: FindingWithContext): z.infer<typeof FindingView> {
  const { finding, people, now } = presented;
  return {
    id: finding.id,
    project_id: finding.project.id,
    control_id: finding.control?.id ?? null,
    title: finding.title,
    description: finding.description,
    severity: finding.severity,
    status: finding.status,
    status_reason: finding.statusReason ?? null,
    next_statuses: presented.nextStatuses,
    category: finding.category,
    integration: finding.integration,
    source_id: finding.sourceId ?? null,
    agent: presentAgent(presented),
    created_by: presentPerson(people, finding.createdBy),
    assigned_to: presentPerson(people, finding.assignedTo),
    resolved: presentResolved(presented),
    accepted_until: iso(finding.acceptedUntil),
    due_date: iso(finding.dueDate),
    overdue: isOverdue(finding, now),
    last_seen_at: iso(finding.lastSeenAt),
    created_at: finding.createdAt.toISOString(),
    updated_at: finding.updatedAt.toISOString(),
  };
}

export const presentComment = (
  { id, author, replyTo, text, createdAt }: Row<FindingComment>,
  people: People,
): z.infer<typeof CommentView> => ({
  id,
  author: presentPerson(people, author)!,
  reply_to: replyTo?.id ?? null,
  text,
  created_at: createdAt.toISOString(),
});

export const presentInFull = (presented: FindingInFull): z.infer<typeof FindingDetail> => ({
  ...presentFinding(presented),
  integration_data: presented.finding.integrationData ?? null,
  comments: presented.comments.map((comment) => presentComment(comment, presented.people)),
  comment_count: presented.commentCount,
});
