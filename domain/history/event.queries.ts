import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import type { Filter } from "../access/to-filter.ts";
import type { Actor } from "../actor.ts";
import type { Visible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type Page, type OneOrMore } from "../listing.ts";
import { Event } from "../events/event.entity.ts";
import { LATE_MS, firstIdAt, timeOfId } from "./event-tail.ts";
import { eventAccess } from "./event.access.ts";

export const eventListing: Listing<Event> = {
  entity: Event,
  sortable: { occurred_at: "id", kind: "kind" },
  searchable: { kind: "kind" },
  createdAt: "occurredAt",
};

export const visibleEvent: Visible<Event> = {
  entity: Event,
  rule: eventAccess["event.read"],
  name: "Event",
};

export interface EventListInput extends ListInput {
  kinds?: OneOrMore<string>;
  projectId?: string | undefined;
  subjectId?: string | undefined;
  actorId?: string | undefined;
}

/** The events that the caller may see. */
export function listEvents(ctx: QueryContext, input: EventListInput): Promise<Page<Row<Event>>> {
  const { kinds, projectId, subjectId, actorId } = input;
  const filters = [
    where(ctx.actor, eventAccess["event.read"]),
    ...matching({ kind: kinds, project: projectId, subjectId, actorId }),
  ];
  return listPage(ctx.em, eventListing, input, filters);
}

export interface MissedEvents {
  kinds?: OneOrMore<string>;
  projectId?: string | undefined;
  /** The last event that the caller received, or the time at which a page read its data. */
  after: string | Date;
}

/** The clocks of two processes differ by less. */
const CLOCKS_MS = 2_000;

/** The maximum number of missed events; beyond that, reloading the data is cheaper. */
const MAX_MISSED = 500;

/**
 * What the caller may have missed; null if the last id contains no time. A page has not missed what was published, and
 * therefore committed, before it read its data: it would begin with what it already shows.
 */
function missedSince(after: string | Date): Filter[] | null {
  const time = after instanceof Date ? after.getTime() : timeOfId(after);
  if (time === null) return null;
  const late = { id: { $gte: firstIdAt(time - LATE_MS) } };
  if (typeof after === "string") return [late, { id: { $ne: after } }];
  const published = { publishedAt: { $gte: new Date(time - CLOCKS_MS) } };
  return [late, { $or: [{ publishedAt: null }, published] }];
}

/**
 * Like open streams, those who saw a project receive its deletion. Keys restricted to projects do not, and who sees
 * everything needs no further condition.
 */
function streamed(actor: Actor): Filter {
  const visible = where(actor, eventAccess["event.read"]);
  if (actor.projectIds !== null || Object.keys(visible).length === 0) return visible;
  return { $or: [visible, { heardBy: { $contains: [actor.id] } }] };
}

/**
 * The visible events since the given one, oldest first; null if there are too many, or if the id tells no
 * time. May repeat events from shortly before it, because others may have been committed late.
 */
export async function readMissed(
  { em, actor }: QueryContext,
  { kinds, projectId, after }: MissedEvents,
): Promise<Row<Event>[] | null> {
  const missed = missedSince(after);
  if (missed === null) return null;
  const filters = [...missed, streamed(actor), ...matching({ kind: kinds, project: projectId })];
  const limit = MAX_MISSED + 1;
  const events = await readRows(em, Event, { where: { $and: filters }, orderBy: { id: "asc" }, limit });
  return events.length === limit ? null : events;
}
