import type { Row } from "../../platform/prepared-find.ts";
import { where } from "../access/decide.ts";
import { readVisible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { among, listPage, type ListInput, type Listing, type Page, type Wanted } from "../listing.ts";
import { Event } from "./event.entity.ts";

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
    where(ctx.actor, "event.read"),
    ...among("kind", kinds),
    ...(projectId === undefined ? [] : [{ project: projectId }]),
    ...(subjectId === undefined ? [] : [{ subjectId }]),
    ...(actorId === undefined ? [] : [{ actorId }]),
  ];
  return listPage(ctx.em, eventListing, input, filters);
}

/** The event, if the caller sees it; otherwise NOT_FOUND. */
export const readEvent = (ctx: QueryContext, id: string): Promise<Row<Event>> =>
  readVisible(ctx, { entity: Event, action: "event.read", name: "Event" }, id);
