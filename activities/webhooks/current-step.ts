import { activityInfo } from "@temporalio/activity";
import { v5 } from "uuid";
import type { DeliveryStepInfo } from "./webhook-deps.ts";

/** The activity that is running, under the same id when Temporal repeats it. */
export function currentStep(): DeliveryStepInfo {
  const { workflowExecution, activityId, attempt } = activityInfo();
  return { id: v5(activityId, workflowExecution!.runId), isRepeated: attempt > 1 };
}
