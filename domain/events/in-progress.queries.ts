import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { InProgress, InProgressRow } from "./in-progress.ts";
import type { WorkflowStart } from "./workflow-start.ts";

const select = ({ from, where, projectId = "null", number = "0", at = "null" }: InProgress): string =>
  `select one.id, ${projectId} as "projectId", ${number}::int as number, ${at} as at
     from ${from} where ${where}`;

/** A row in progress, and its expected workflow. */
export interface ExpectedWorkflow {
  id: string;
  start: WorkflowStart;
}

const expectedOf = (kind: InProgress, row: InProgressRow): ExpectedWorkflow => ({
  id: row.id,
  start: kind.start({ ...row, at: new Date(row.at) }),
});

/** The next rows of a kind after an id, oldest first, because ids contain the time. */
export async function nextInProgress(
  em: EntityManager,
  kind: InProgress,
  { after, limit }: { after: string; limit: number },
): Promise<ExpectedWorkflow[]> {
  const rows = await queryRows<InProgressRow>(em, {
    sql: `${select(kind)} and one.id > $1::uuid order by one.id limit $2`,
    parameters: [after, limit],
  });
  return rows.map((row) => expectedOf(kind, row));
}

/** Whether a row still waits for this workflow. */
export async function isInProgress(
  em: EntityManager,
  kind: InProgress,
  { id, start }: ExpectedWorkflow,
): Promise<boolean> {
  const [row] = await queryRows<InProgressRow>(em, {
    sql: `${select(kind)} and one.id = $1::uuid`,
    parameters: [id],
  });
  return row !== undefined && expectedOf(kind, row).start.workflowId === start.workflowId;
}
