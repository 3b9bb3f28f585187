import { findRows, type Row } from "../../platform/prepared-find.ts";
import { where } from "../access/decide.ts";
import { readVisible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { among, listPage, type ListInput, type Listing, type Page, type Wanted } from "../listing.ts";
import { Event } from "../events/event.entity.ts";
import { LATE_MS, firstIdAt, timeOfId } from "./event-tail.ts";
import { eventAccess } from "./event.access.ts";

export const eventListing: Listing<Event> = {
  entity: Event,
  sortable: { occurred_at: "id", kind: "kind" },
  searchable: { kind: "kind" },
  createdAt: "occurredAt",
};

export interface EventListInput extends ListInput {
  kinds?: Wanted<string>;
  projectId?: string | undefined;
  subjectId?: string | undefined;
  actorId?: string | undefined;
}

/** What happened that the caller may know of. */
export function listEvents(ctx: QueryContext, input: EventListInput): Promise<Page<Row<Event>>> {
  const { kinds, projectId, subjectId, actorId } = input;
  const filters = [
    where(ctx.actor, eventAccess["event.read"]),
    ...among("kind", kinds),
    ...(projectId === undefined ? [] : [{ project: projectId }]),
    ...(subjectId === undefined ? [] : [{ subjectId }]),
    ...(actorId === undefined ? [] : [{ actorId }]),
  ];
  return listPage(ctx.em, eventListing, input, filters);
}

export interface MissedEvents {
  kinds?: Wanted<string>;
  projectId?: string | undefined;
  /** The last one that the caller was told of. */
  after: string;
}

/** As many are told of afterwards; beyond that it takes less to read anew what they are about. */
const MOST_MISSED = 500;

/**
 * What happened that the caller may know of since they were told of an event, the earliest first; null when that is too
 * much, or nobody can tell. What was told shortly before that event may be among it: others may have been committed late.
 */
export async function findMissed(
  { em, actor }: QueryContext,
  { kinds, projectId, after }: MissedEvents,
): Promise<Row<Event>[] | null> {
  const time = timeOfId(after);
  if (time === null) return null;
  const filters = [
    { id: { $gte: firstIdAt(time - LATE_MS) } },
    { id: { $ne: after } },
    where(actor, eventAccess["event.read"]),
    ...among("kind", kinds),
    ...(projectId === undefined ? [] : [{ project: projectId }]),
  ];
  const limit = MOST_MISSED + 1;
  const events = await findRows(em, Event, { where: { $and: filters }, orderBy: { id: "asc" }, limit });
  return events.length === limit ? null : events;
}

/** The event, if the caller sees it; otherwise NOT_FOUND. */
export const readEvent = (ctx: QueryContext, id: string): Promise<Row<Event>> =>
  readVisible(ctx, { entity: Event, rule: eventAccess["event.read"], name: "Event" }, id);
