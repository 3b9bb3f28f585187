import type { EntityName } from "@mikro-orm/postgresql";
import type { Project } from "../../domain/projects/project.entity.ts";
import { readIds } from "../../platform/database/read-rows.ts";
import type { WithdrawalDeps } from "../evidence/withdrawal.activities.ts";
import { runAsSystem } from "../run-as-system.ts";
import { stopWorkflow } from "../stop-workflow.ts";

const BATCH = 100;

/** The rows of a feature, each with a folder in the blob store. */
export interface RowsWithFiles {
  entity: EntityName<{ id: string; project: Project }>;
  folderOf: (id: string) => string;
  /** The workflow that must end first, because it may still write files. */
  workflowOf?: (id: string) => string;
}

/** Removes those of a project, each with its row last, so that a repeated step finds what is left. */
export async function removeRowsWithFiles(
  deps: WithdrawalDeps,
  { entity, folderOf, workflowOf }: RowsWithFiles,
  projectId: string,
  signal: AbortSignal,
): Promise<void> {
  const next = () =>
    runAsSystem(deps, ({ em }) => readIds(em, entity, { where: { project: projectId }, limit: BATCH }));
  for (let ids = await next(); ids.length > 0; ids = await next()) {
    signal.throwIfAborted();
    if (workflowOf !== undefined)
      await Promise.all(ids.map((id) => stopWorkflow(deps.temporal, { workflowId: workflowOf(id) }, signal)));
    for (const id of ids) {
      await deps.blobs.removeAll(folderOf(id));
      await runAsSystem(deps, ({ em }) => em.nativeDelete(entity, { id }));
    }
  }
}
