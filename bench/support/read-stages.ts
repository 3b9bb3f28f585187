import type { Client } from "@temporalio/client";

interface Timestamp {
  seconds?: unknown;
  nanos?: number | null;
}

/** The milliseconds of a protobuf timestamp. */
export const millisecondsOf = ({ seconds, nanos }: Timestamp): number =>
  Number(seconds) * 1_000 + (nanos ?? 0) / 1e6;

/**
 * The milliseconds that each stage of an ingestion took, from `begin` on, in order: "upload" ends with the
 * start of the workflow, "start" with the first step, and each step with the next one.
 */
export async function readStages(
  client: Client,
  workflowId: string,
  begin: number,
): Promise<Map<string, number>> {
  const handle = client.workflow.getHandle(workflowId);
  await handle.result();
  const { events } = await handle.fetchHistory();
  const names = new Map<string, string>();
  const marks = [{ name: "upload", at: begin }];
  for (const { eventId, eventTime, ...event } of events ?? []) {
    const at = millisecondsOf(eventTime ?? {});
    const { activityTaskScheduledEventAttributes: scheduled, activityTaskStartedEventAttributes: started } =
      event;
    if (event.workflowExecutionStartedEventAttributes) marks.push({ name: "start", at });
    if (scheduled) names.set(String(eventId), scheduled.activityType?.name ?? "");
    const name = started && names.get(String(started.scheduledEventId));
    if (name) marks.push({ name, at });
    if (event.workflowExecutionCompletedEventAttributes) marks.push({ name: "end", at });
  }
  return new Map(marks.slice(0, -1).map(({ name, at }, n) => [name, marks[n + 1]!.at - at]));
}
