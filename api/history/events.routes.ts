import { visibleEvent, listEvents, eventListing } from "../../domain/history/event.queries.ts";
import { reads, lists, signedIn } from "../access.ts";
import { IdParams, listInput } from "../common.contract.ts";
import { defineRoute, type Route } from "../route.ts";
import {
  CatalogueView,
  EventList,
  EventQuery,
  EventView,
  presentCatalogue,
  presentEvent,
} from "./events.contract.ts";

const PATH = "/api/v1/events";

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List events visible to the caller, newest first",
  access: lists("event.read"),
  query: EventQuery,
  listing: eventListing,
  output: EventList,
  act: (ctx, { query }) => {
    const { kind: kinds, project_id: projectId, subject_id: subjectId, actor_id: actorId } = query;
    return listEvents(ctx, { ...listInput(query), kinds, projectId, subjectId, actorId });
  },
  present: ({ items, pagination }) => ({ events: items.map(presentEvent), pagination }),
});

const catalogue = defineRoute({
  method: "get",
  path: `${PATH}/catalogue`,
  summary: "List event types: when each occurs, the JSON Schema of its data, and an example",
  access: signedIn("read"),
  output: CatalogueView,
  act: async () => null,
  present: presentCatalogue,
});

const read = defineRoute({
  method: "get",
  path: `${PATH}/:id`,
  summary: "Get an event",
  access: reads(visibleEvent),
  params: IdParams,
  output: EventView,
  act: async (_ctx, _input, event) => event,
  present: presentEvent,
});

export const createEventRoutes = (): Route[] => [list, catalogue, read];
