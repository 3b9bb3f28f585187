import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/query-rows.ts";
import { workflowStarts, type WorkflowStart } from "./workflow-starts.rules.ts";

interface UnderWayRow {
  id: string;
  projectId: string | null;
  /** Which try, change or acceptance it is. */
  number: number;
  /** When it ends or began. */
  at: Date;
}

interface UnderWay {
  /** The table, as `one`, with what belongs to it. */
  from: string;
  where: string;
  projectId?: string;
  number?: string;
  at?: string;
  start: (row: UnderWayRow) => WorkflowStart;
}

const NOT_LEAVING = "exists (select 1 from projects p where p.id = one.project_id and p.deleting_at is null)";
const HELD = `one.deleted_at is null and one.status not in ('superseded', 'quarantined') and ${NOT_LEAVING}`;
const UNREAD = "one.chunking_status in ('PENDING', 'PROCESSING')";
const IN_PROJECT = { projectId: "one.project_id" };

/** Every kind of row that says that a workflow is at work on it, and how that is started. */
const UNDER_WAY = {
  ingestions: {
    from: "evidence one",
    where: `${UNREAD} and ${HELD}`,
    ...IN_PROJECT,
    number: "one.ingestion_attempt",
    start: (row) => workflowStarts.ingest(row, row.number),
  },
  refreshes: {
    from: "evidence one",
    where: `one.chunking_status = 'COMPLETED' and one.indexed_title <> one.title and ${HELD}`,
    ...IN_PROJECT,
    number: "one.revision",
    start: (row) => workflowStarts.refresh(row, row.number),
  },
  deletions: {
    from: "evidence one",
    where: `one.deleted_at is not null and ${NOT_LEAVING}`,
    ...IN_PROJECT,
    start: (row) => workflowStarts.withdraw(row, "deleted"),
  },
  replacements: {
    from: "evidence one",
    where: `one.status = 'superseded' and one.deleted_at is null and ${NOT_LEAVING}
      and (${UNREAD} or exists (select 1 from evidence_chunks c where c.evidence_id = one.id))`,
    ...IN_PROJECT,
    start: (row) => workflowStarts.withdraw(row, "superseded"),
  },
  expiries: {
    from: "evidence one",
    where: `one.status = 'approved' and one.expires_at is not null and ${HELD}`,
    ...IN_PROJECT,
    at: "one.expires_at",
    start: (row) => workflowStarts.watchExpiry(row, row.at),
  },
  keys: {
    from: "api_keys one",
    where:
      "one.revoked_at is null and one.rotated_to is null and (one.expires_at is null or one.expires_at > now())",
    at: "one.created_at",
    start: ({ id, at }) => workflowStarts.watchKey(id, at.getTime()),
  },
  acceptances: {
    from: "findings one",
    where: `one.status = 'accepted' and one.accepted_until is not null and ${NOT_LEAVING}`,
    ...IN_PROJECT,
    number: "one.acceptances",
    at: "one.accepted_until",
    start: (row) => workflowStarts.endAcceptance(row, { acceptance: row.number, until: row.at.getTime() }),
  },
  milestones: {
    from: "milestones one join projects p on p.id = one.project_id",
    where: "one.status in ('planned', 'in_progress') and p.status <> 'archived' and p.deleting_at is null",
    ...IN_PROJECT,
    start: (row) => workflowStarts.watchMilestone(row),
  },
  projects: {
    from: "projects one",
    where: "one.deleting_at is not null",
    projectId: "one.id",
    start: (row) => workflowStarts.deleteProject(row),
  },
  reports: {
    from: "reports one",
    where: `(one.status in ('queued', 'building') or one.expires_at < now()) and ${NOT_LEAVING}`,
    ...IN_PROJECT,
    at: "one.expires_at",
    start: (row) => workflowStarts.buildReport(row, row.at.getTime()),
  },
  jobs: {
    from: "ai_jobs one",
    where: `one.status in ('queued', 'working') and ${NOT_LEAVING}`,
    ...IN_PROJECT,
    start: (row) => workflowStarts.runAssistantJob(row),
  },
  questionnaires: {
    from: "questionnaires one",
    where: `one.status = 'answering' and ${NOT_LEAVING}`,
    ...IN_PROJECT,
    number: "one.attempt",
    start: (row) => workflowStarts.answerQuestionnaire(row, row.number),
  },
  // A link that comes hours later helps nobody.
  resets: {
    from: "password_resets one",
    where: "one.hash is null and one.created_at > now() - interval '1 hour'",
    start: ({ id }) => workflowStarts.mailReset(id),
  },
} satisfies Record<string, UnderWay>;

export type UnderWayKind = keyof typeof UNDER_WAY;
export const UNDER_WAY_KINDS = Object.keys(UNDER_WAY) as UnderWayKind[];

const select = ({ from, where, projectId = "null", number = "0", at = "null" }: UnderWay): string =>
  `select one.id, ${projectId} as "projectId", ${number}::int as number, ${at} as at
     from ${from} where ${where}`;

/** A row that says that its workflow is at work, and that workflow. */
export interface Expected {
  id: string;
  start: WorkflowStart;
}

const expectedOf = (kind: UnderWay, row: UnderWayRow): Expected => ({
  id: row.id,
  start: kind.start({ ...row, at: new Date(row.at) }),
});

/** The next rows of a kind after an id, oldest first: ids tell the time. */
export async function nextUnderWay(
  em: EntityManager,
  name: UnderWayKind,
  { after, limit }: { after: string; limit: number },
): Promise<Expected[]> {
  const kind: UnderWay = UNDER_WAY[name];
  const rows = await queryRows<UnderWayRow>(em, {
    sql: `${select(kind)} and one.id > $1::uuid order by one.id limit $2`,
    parameters: [after, limit],
  });
  return rows.map((row) => expectedOf(kind, row));
}

/** Whether a row still waits for that very workflow. */
export async function isUnderWay(
  em: EntityManager,
  name: UnderWayKind,
  { id, start }: Expected,
): Promise<boolean> {
  const kind: UnderWay = UNDER_WAY[name];
  const [row] = await queryRows<UnderWayRow>(em, {
    sql: `${select(kind)} and one.id = $1::uuid`,
    parameters: [id],
  });
  return row !== undefined && expectedOf(kind, row).start.workflowId === start.workflowId;
}
