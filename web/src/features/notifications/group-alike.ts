import type { Notification } from "./notification.queries.ts";

/** Two of a kind take no more room than the line that would replace the second. */
const FEWEST = 3;

const isLike = (one: Notification, other: Notification): boolean =>
  one.event === other.event &&
  one.project_id === other.project_id &&
  one.actor?.id === other.actor?.id &&
  (one.read_at === null) === (other.read_at === null);

/**
 * Notifications, newest first, in groups: those in a row that say the same of several subjects, as after an upload
 * of many files, form one; each of the others is a group of its own.
 */
export function groupAlike(notifications: readonly Notification[]): Notification[][] {
  const runs: Notification[][] = [];
  for (const notification of notifications) {
    const last = runs.at(-1);
    if (last !== undefined && isLike(last[0]!, notification)) last.push(notification);
    else runs.push([notification]);
  }
  return runs.flatMap((run) => (run.length < FEWEST ? run.map((notification) => [notification]) : [run]));
}
