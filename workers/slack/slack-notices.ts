import type { Client } from "@temporalio/client";
import {
  endSlackNotices,
  waitingSlackNotices,
  writeSlackNotices,
} from "../../domain/slack/slack-notice.commands.ts";
import { noticeWorkflowId } from "../../domain/slack/slack-notice.rules.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Orm } from "../../platform/database/orm.ts";
import type { Logger } from "../../platform/logger.ts";
import { paired } from "../../platform/paired.ts";
import { slackTaskQueue } from "../../runtime/slack/slack-task-queue.ts";
import { startOnce } from "../../runtime/start-workflow.ts";
import type { EventReceiver } from "../event-relay.ts";
import { createRefusedStarts } from "../refused-starts.ts";

/** Started at the same time. */
const TOGETHER = 50;
/** How often to look for those of other processes. */
const LOOK_MS = 30_000;

export interface SlackNoticesDeps {
  orm: Orm;
  temporal: Client;
  taskQueue: string;
  clock: Clock;
  logger: Logger;
}

/**
 * Starts a notice for each event that goes to Slack, after the transaction that publishes the event: without Temporal,
 * notices wait, and nothing else does. A notice that cannot be started for another reason delays no other.
 */
export function createSlackNotices(deps: SlackNoticesDeps): EventReceiver {
  const { orm, temporal, taskQueue, clock } = deps;
  const refusals = createRefusedStarts(deps, "a notice for Slack");
  let mayWait = true;
  /** When it last looked, in epoch milliseconds. */
  let lookedAt = 0;
  const start = (eventId: string): Promise<boolean> =>
    startOnce(temporal, "notifySlack", {
      workflowId: noticeWorkflowId(eventId),
      taskQueue: slackTaskQueue(taskQueue),
      args: [{ eventId }],
      workflowIdReusePolicy: "REJECT_DUPLICATE",
    });

  /** Returns whether more may wait for their first attempt. */
  async function startSome(): Promise<boolean> {
    const ids = await waitingSlackNotices(orm.em.fork(), TOGETHER, refusals.waiting());
    const starts = paired(ids, await Promise.allSettled(ids.map(start)));
    const started = starts.flatMap(([id, { status }]) => (status === "fulfilled" ? [id] : []));
    for (const id of started) refusals.accepted(id);
    if (started.length > 0) await endSlackNotices(orm.em.fork(), started);
    for (const [id, one] of starts)
      if (one.status === "rejected" && refusals.refused(id, one.reason))
        await endSlackNotices(orm.em.fork(), [id]);
    return ids.length === TOGETHER;
  }

  return {
    async receive(em, events) {
      if (await writeSlackNotices(em, events)) mayWait = true;
    },
    async afterRound() {
      const now = clock.now().getTime();
      // Another process may have died before it started its own.
      if (!mayWait && now < lookedAt + LOOK_MS) return;
      while (await startSome());
      lookedAt = now;
      mayWait = !refusals.isEmpty();
    },
  };
}
