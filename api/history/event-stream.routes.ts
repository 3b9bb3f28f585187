import { z } from "zod";
import type { SeenEvent } from "../../domain/history/event-tail.ts";
import { EVENT_KINDS } from "../../domain/events/event-catalogue.ts";
import { readMissed } from "../../domain/history/event.queries.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import type { Event } from "../../domain/events/event.entity.ts";
import { newId } from "../../platform/ids.ts";
import { EVENT_STREAM, beginEventStream } from "../../platform/web/begin-event-stream.ts";
import { lists } from "../access.ts";
import { Instant, NamedId, several } from "../common.contract.ts";
import { defineRoute, type RawAnswer, type Route, type RouteContext } from "../route.ts";
import type { StreamMessage } from "./event-listener.ts";
import { presentEvent } from "./events.contract.ts";
import type { LiveEvents } from "./live-events.ts";

interface EventStreamDeps {
  liveEvents: LiveEvents;
}

const StreamQuery = z.strictObject({
  kind: several(EVENT_KINDS, "Only events of these kinds"),
  project_id: NamedId.optional().meta({ description: "Only events of this project" }),
  since: Instant.optional().meta({
    description:
      "Begin with the events since this time, by the `Date` header of an earlier answer; ignored with Last-Event-ID. May repeat events from shortly before",
  }),
});

/** JSON has no line breaks, so data cannot end a message and begin another. */
const messageOf = (event: Row<Event>): StreamMessage => ({
  id: event.id,
  text: `id: ${event.id}\ndata: ${JSON.stringify(presentEvent(event))}\n\n`,
});

/** Too much was missed to send it: the client must reload its data. */
function resetMessage(): StreamMessage {
  const id = newId();
  return { id, text: `id: ${id}\nevent: reset\ndata: {}\n\n` };
}

async function missedBy(
  ctx: RouteContext,
  { kind: kinds, project_id: projectId, since }: z.infer<typeof StreamQuery>,
): Promise<StreamMessage[]> {
  const after = ctx.request.get("last-event-id") || since;
  if (after === undefined) return [];
  const missed = await readMissed(ctx, { kinds, projectId, after });
  return missed === null ? [resetMessage()] : missed.map(messageOf);
}

const isWanted =
  ({ kind: kinds, project_id: projectId }: z.infer<typeof StreamQuery>) =>
  ({ kind, project }: SeenEvent): boolean =>
    (kinds === undefined || kinds.some((one) => one === kind)) &&
    (projectId === undefined || project?.id === projectId);

const stream = ({ liveEvents }: EventStreamDeps): Route =>
  defineRoute({
    method: "get",
    path: "/api/v1/events/stream",
    summary:
      "Stream events visible to the caller as they happen (server-sent events). Last-Event-ID resumes after a lost connection",
    access: lists("event.read"),
    query: StreamQuery,
    answer: "raw",
    produces: EVENT_STREAM,
    transaction: "own",
    output: z.string().meta({
      description:
        "Server-sent events. Each `data` is an Event; `event: reset` means that events were missed: load your data again. `event: beat` is sent every 15 seconds while there are none: connect again after a minute without anything",
    }),
    act: async (ctx, { query }) => ({ ctx, query }),
    present:
      ({ ctx, query }): RawAnswer =>
      (response) => {
        if (ctx.request.method === "HEAD") {
          beginEventStream(response);
          return void response.end();
        }
        const listening = {
          actor: ctx.actor,
          request: ctx.request,
          wants: isWanted(query),
          present: messageOf,
          missed: () => missedBy(ctx, query),
        };
        return liveEvents.stream(listening, response);
      },
  });

export const createEventStreamRoutes = (deps: EventStreamDeps): Route[] => [stream(deps)];
