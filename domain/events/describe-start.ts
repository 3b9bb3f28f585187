import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { WorkflowStart } from "./workflow-start.ts";
import { summarize, type WorkflowSubject } from "./workflow-summaries.rules.ts";

const OF_EVIDENCE = `select e.content_type as "fileType", e.file_size::float8 as "fileBytes", c.number as control
  from evidence e join controls c on c.id = e.control_id where e.id = $1::uuid`;

/** The summary and the memo of a workflow. */
export async function describeStart(em: EntityManager, { workflow, searchAttributes }: WorkflowStart) {
  const { EvidenceId, ProjectId: projectId } = searchAttributes;
  if (EvidenceId === undefined) return summarize(workflow, { projectId });
  const [file] = await queryRows<WorkflowSubject>(em, { sql: OF_EVIDENCE, parameters: [EvidenceId] });
  return summarize(workflow, { ...file, projectId });
}
