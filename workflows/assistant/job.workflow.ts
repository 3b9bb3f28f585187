import { CancellationScope, isCancellation, proxyActivities } from "@temporalio/workflow";
import type { createJobActivities } from "../../activities/assistant/job.activities.ts";
import { isWithdrawn } from "../support/failures.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createJobActivities>;

/** The database may be unavailable for days; after that the requester is notified. A model may be slow. */
const write = proxyActivities<Activities>({
  startToCloseTimeout: "10m",
  scheduleToCloseTimeout: "7d",
  heartbeatTimeout: "15s",
  retry: retries.awaited,
});
const store = proxyActivities<Activities>({ startToCloseTimeout: "1m", retry: retries.awaited });

/** Writes an analysis or a text about a project. Ends without an error if the project is deleted. */
export async function runAssistantJob({
  jobId,
}: {
  jobId: string;
}): Promise<{ outcome: "completed" | "failed" | "withdrawn" }> {
  try {
    await write.doAssistantJob(jobId);
    return { outcome: "completed" };
  } catch (error) {
    if (isWithdrawn(error)) return { outcome: "withdrawn" };
    await CancellationScope.nonCancellable(() =>
      store.failAssistantJob(jobId, "It could not be written: request it again later"),
    );
    if (isCancellation(error)) throw error;
    return { outcome: "failed" };
  }
}
