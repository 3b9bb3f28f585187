import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import { workflowDefinitionOf } from "./events-in-use.ts";
import type { WorkflowStart } from "./workflow-start.ts";
import { summarize, type SummarySubject } from "./workflow-summaries.rules.ts";

/** The summary and the memo of a workflow. */
export async function describeStart(em: EntityManager, { workflow, searchAttributes }: WorkflowStart) {
  const definition = workflowDefinitionOf(workflow);
  const { EvidenceId, ProjectId: projectId } = searchAttributes;
  if (EvidenceId === undefined || definition.file === undefined) return summarize(definition, { projectId });
  const [file] = await queryRows<SummarySubject>(em, { sql: definition.file, parameters: [EvidenceId] });
  return summarize(definition, { ...file, projectId });
}
