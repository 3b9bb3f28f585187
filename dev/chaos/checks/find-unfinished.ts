import type { Client } from "@temporalio/client";
import type { Orm } from "../../../platform/database/orm.ts";

/** The work in progress according to the rows, one readable line each. */
const IN_PROGRESS = `select 'event ' || kind || ' ' || id || ' waits for its workflow' as what from events where dispatched_at is null
  union all select 'event ' || kind || ' ' || id || ' waits for its deliveries' from events where published_at is null
  union all select 'evidence ' || id || ' is ' || chunking_status from evidence
    where deleted_at is null and status <> 'superseded' and chunking_status <> 'COMPLETED'
  union all select 'evidence ' || id || ' is deleted, and still there' from evidence where deleted_at is not null
  union all select 'delivery ' || id || ' is ' || status from webhook_deliveries where status <> 'delivered'
  union all select 'report ' || id || ' is ' || status from reports where status <> 'completed'
  union all select 'questionnaire ' || id || ' is ' || status from questionnaires where status <> 'answered'
  union all select 'project ' || id || ' is being deleted' from projects where deleting_at is not null
  union all select count(*) || ' entries wait to be chained' from audit_intake having count(*) > 0`;

/** These workflows end; the others wait for a date, such as the expiry of a report. */
const ENDING = [
  "ingestEvidence",
  "refreshEvidence",
  "withdrawEvidence",
  "dispatchWebhooks",
  "deliverWebhook",
  "deleteProject",
  "answerQuestionnaire",
];

const LIST_MS = 10_000;

/** Unfinished work in PostgreSQL and in Temporal. */
export async function findUnfinished(orm: Orm, temporal: Client): Promise<string[]> {
  const rows: { what: string }[] = await orm.em.fork().execute(IN_PROGRESS);
  const names = ENDING.map((name) => `"${name}"`).join(", ");
  const query = `ExecutionStatus = "Running" and WorkflowType in (${names})`;
  const running: string[] = [];
  await temporal.withDeadline(Date.now() + LIST_MS, async () => {
    for await (const { type, workflowId } of temporal.workflow.list({ query }))
      running.push(`${type} ${workflowId} is running`);
  });
  return [...rows.map(({ what }) => what), ...running];
}
