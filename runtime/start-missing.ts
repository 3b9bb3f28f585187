import type { Client } from "@temporalio/client";
import { orEnded } from "../activities/or-ended.ts";
import type { WorkflowStart } from "../domain/events/workflow-start.ts";
import { withDeadline } from "../platform/temporal/temporal.ts";
import { startOnce } from "./start-workflow.ts";
import { describedOptions, type StartDeps } from "./start-options.ts";

interface StarterDeps extends StartDeps {
  temporal: Client;
}

/**
 * Starts a workflow if none is running under its id, even if Temporal knows one that ended. If several
 * processes try, one succeeds. `isWanted` is evaluated after the check: by then, a workflow that has just
 * ended has recorded this in its row.
 */
export const startMissing = (
  { temporal, ...deps }: StarterDeps,
  wanted: WorkflowStart,
  isWanted: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> =>
  withDeadline(temporal, async () => {
    const known = await orEnded(temporal.workflow.getHandle(wanted.workflowId).describe());
    if (known?.status.name === "RUNNING") return false;
    if (!(await isWanted())) return false;
    const described = await describedOptions(deps, wanted);
    const options = { ...described, workflowIdReusePolicy: "ALLOW_DUPLICATE" } as const;
    return startOnce(temporal, wanted.workflow, options);
  });
