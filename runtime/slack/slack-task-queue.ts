import { slack } from "../../domain/slack/feature.ts";
import { ownQueue } from "../task-queues.ts";

/** Slack has its own queue, so that its users never wait for a file being read. */
export const slackTaskQueue = (taskQueue: string): string => ownQueue(taskQueue, slack);
