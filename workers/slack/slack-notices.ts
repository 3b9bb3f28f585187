import type { Client } from "@temporalio/client";
import {
  endSlackNotices,
  waitingSlackNotices,
  writeSlackNotices,
} from "../../domain/slack/slack-notice.commands.ts";
import { noticeWorkflowId } from "../../domain/slack/slack-notice.rules.ts";
import type { Orm } from "../../platform/database/orm.ts";
import { slackTaskQueue } from "../../runtime/slack/slack-task-queue.ts";
import { startOnce } from "../../runtime/start-workflow.ts";
import type { EventReceiver } from "../event-relay.ts";

/** Started at the same time. */
const TOGETHER = 50;

export interface SlackNoticesDeps {
  orm: Orm;
  temporal: Client;
  taskQueue: string;
}

/**
 * Starts a notice for each event that goes to Slack, after the transaction that publishes the event: without Temporal,
 * notices wait, and nothing else does.
 */
export function createSlackNotices({ orm, temporal, taskQueue }: SlackNoticesDeps): EventReceiver {
  // Another process may have left some behind.
  let mayWait = true;
  const start = (eventId: string): Promise<boolean> =>
    startOnce(temporal, "notifySlack", {
      workflowId: noticeWorkflowId(eventId),
      taskQueue: slackTaskQueue(taskQueue),
      args: [{ eventId }],
      workflowIdReusePolicy: "REJECT_DUPLICATE",
    });
  return {
    async receive(em, events) {
      if (await writeSlackNotices(em, events)) mayWait = true;
    },
    async afterRound() {
      while (mayWait) {
        const ids = await waitingSlackNotices(orm.em.fork(), TOGETHER);
        await Promise.all(ids.map(start));
        if (ids.length > 0) await endSlackNotices(orm.em.fork(), ids);
        mayWait = ids.length === TOGETHER;
      }
    },
  };
}
