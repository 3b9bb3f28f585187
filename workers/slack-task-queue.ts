/** Slack has a queue of its own: whoever asks there waits for no file that is being read. */
export const slackTaskQueue = (taskQueue: string): string => `${taskQueue}-slack`;
