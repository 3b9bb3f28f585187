import { SearchAttributeType, TypedSearchAttributes, defineSearchAttributeKey } from "@temporalio/common";
import type { EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { workflowDefinitionOf } from "../domain/events/events-in-use.ts";
import type { WorkflowStart } from "../domain/events/workflow-start.ts";
import { summarize, type SummarySubject } from "../domain/events/workflow-summaries.rules.ts";
import { findSharer } from "../domain/evidence/find-sharer.ts";
import { queryRows } from "../platform/database/query-rows.ts";
import { queueOf } from "./task-queues.ts";

const keyOf = (name: "EvidenceId" | "ProjectId") =>
  defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);

const attributesOf = ({ searchAttributes }: WorkflowStart): TypedSearchAttributes =>
  new TypedSearchAttributes(
    (["EvidenceId", "ProjectId"] as const).flatMap((name) => {
      const value = searchAttributes[name];
      return value === undefined ? [] : [{ key: keyOf(name), value }];
    }),
  );

/**
 * Task queue, id and options of a workflow. All activities of a sharer (a user or, by default, the project)
 * have the same fairness key, so no one's backlog blocks another's.
 */
export const startOptions = (
  taskQueue: string,
  wanted: WorkflowStart,
  sharer = wanted.searchAttributes.ProjectId,
) => ({
  workflowId: wanted.workflowId,
  args: wanted.args,
  taskQueue: queueOf(taskQueue, wanted.workflow),
  typedSearchAttributes: attributesOf(wanted),
  ...(sharer === undefined ? {} : { priority: { fairnessKey: sharer } }),
});

export interface StartDeps {
  orm: MikroORM;
  taskQueue: string;
}

/** The summary and the memo of a workflow. */
async function describeStart(em: EntityManager, { workflow, searchAttributes }: WorkflowStart) {
  const definition = workflowDefinitionOf(workflow);
  const { EvidenceId, ProjectId: projectId } = searchAttributes;
  if (EvidenceId === undefined || definition.file === undefined) return summarize(definition, { projectId });
  const [file] = await queryRows<SummarySubject>(em, { sql: definition.file, parameters: [EvidenceId] });
  return summarize(definition, { ...file, projectId });
}

/** These options with a summary and a memo, so that people recognise the workflow in Temporal. */
export async function describedOptions({ orm, taskQueue }: StartDeps, wanted: WorkflowStart) {
  const em = orm.em.fork();
  const sharer = await findSharer(em, wanted.searchAttributes);
  return {
    ...startOptions(taskQueue, wanted, sharer ?? undefined),
    ...(await describeStart(em, wanted)),
  };
}
