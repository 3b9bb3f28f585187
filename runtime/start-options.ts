import { SearchAttributeType, TypedSearchAttributes, defineSearchAttributeKey } from "@temporalio/common";
import type { MikroORM } from "@mikro-orm/postgresql";
import { describeStart } from "../domain/events/describe-start.ts";
import type { WorkflowStart } from "../domain/events/workflow-start.ts";
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

/** A project's share: its activities have the same fairness key, so no project's backlog blocks another's. */
const shareOf = ({ searchAttributes: { ProjectId } }: WorkflowStart) =>
  ProjectId === undefined ? {} : { priority: { fairnessKey: ProjectId } };

/** Task queue, id and options of a workflow. */
export const startOptions = (taskQueue: string, wanted: WorkflowStart) => ({
  workflowId: wanted.workflowId,
  args: wanted.args,
  taskQueue: queueOf(taskQueue, wanted.workflow),
  typedSearchAttributes: attributesOf(wanted),
  ...shareOf(wanted),
});

export interface StartDeps {
  orm: MikroORM;
  taskQueue: string;
}

/** These options with a summary and a memo, so that people recognise the workflow in Temporal. */
export const describedOptions = async ({ orm, taskQueue }: StartDeps, wanted: WorkflowStart) => ({
  ...startOptions(taskQueue, wanted),
  ...(await describeStart(orm.em.fork(), wanted)),
});
