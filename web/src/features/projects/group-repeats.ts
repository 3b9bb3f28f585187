import type { Event } from "./project.queries.ts";
import { subjectOf } from "./subject-of.ts";

type Entry = Pick<Event, "event" | "actor_id" | "data">;

const readSame = (one: Entry, other: Entry): boolean =>
  one.event === other.event && one.actor_id === other.actor_id && subjectOf(one) === subjectOf(other);

/** Events in their order; of several in a row that read the same, the first with their number. */
export function groupRepeats<Some extends Entry>(events: readonly Some[]): { event: Some; count: number }[] {
  const groups: { event: Some; count: number }[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last !== undefined && readSame(last.event, event)) last.count += 1;
    else groups.push({ event, count: 1 });
  }
  return groups;
}
