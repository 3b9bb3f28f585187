/** Slack has its own queue, so that its users never wait for a file being read. */
export const slackTaskQueue = (taskQueue: string): string => `${taskQueue}-slack`;
