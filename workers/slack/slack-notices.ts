import type { Client } from "@temporalio/client";
import { readSlackNotices } from "../../domain/slack/read-slack-notices.ts";
import { noticeWorkflowId } from "../../domain/slack/slack-notice.rules.ts";
import { summarize } from "../../domain/events/workflow-summaries.rules.ts";
import { slackWorkflows } from "../../domain/slack/slack.workflows.ts";
import type { ReceiveEvents } from "../../domain/events/publish-events.ts";
import { TEMPORAL_TIMEOUT_MS } from "../../platform/temporal/temporal.ts";
import { startOnce } from "../../runtime/start-once.ts";
import { slackTaskQueue } from "../../runtime/slack/slack-task-queue.ts";

/** Started at the same time. */
const TOGETHER = 50;

/** Starts a notice for each event that goes to Slack. */
export function createSlackNotices(temporal: Client, taskQueue: string): ReceiveEvents {
  const start = (eventId: string): Promise<boolean> =>
    startOnce(() =>
      temporal.workflow.start("notifySlack", {
        workflowId: noticeWorkflowId(eventId),
        taskQueue: slackTaskQueue(taskQueue),
        args: [{ eventId }],
        ...summarize(slackWorkflows.notifySlack),
        workflowIdReusePolicy: "REJECT_DUPLICATE",
      }),
    );
  return async (em, events) => {
    const ids = await readSlackNotices(em, events);
    for (let from = 0; from < ids.length; from += TOGETHER)
      await temporal.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, () =>
        Promise.all(ids.slice(from, from + TOGETHER).map(start)),
      );
  };
}
