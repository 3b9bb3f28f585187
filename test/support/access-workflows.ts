import { newId } from "../../platform/ids.ts";
import { createTemporalClient } from "../../platform/temporal/temporal.ts";
import type { Product } from "./product.ts";

/** A terminated workflow that no worker has run; without its invitation, it mails nothing. */
export async function newFailedWorkflow({ config }: Product): Promise<string> {
  const { client, close } = createTemporalClient(config);
  const invitationId = newId();
  const workflowId = `invitation-${invitationId}-1`;
  const args = [{ invitationId, sends: 1 }];
  const taskQueue = `${config.TEMPORAL_TASK_QUEUE}-mail`;
  await client.workflow.start("sendInvitation", { workflowId, taskQueue, args });
  await client.workflow.getHandle(workflowId).terminate("Stopped by a test");
  await close();
  return workflowId;
}
