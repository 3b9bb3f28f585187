import { z } from "zod";
import type { Event } from "../../domain/events/event.entity.ts";
import { EVENT_KINDS, eventCatalogue } from "../../domain/events/event-catalogue.ts";
import type { EventKind } from "../../domain/events/event-kinds.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { Id, NamedId, PageOf, Timestamp, listQuery, several } from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { defineView } from "../define-schemas.ts";

export const EventQuery = z.strictObject({
  ...listQuery,
  kind: several(EVENT_KINDS, "Only events of these kinds"),
  project_id: NamedId.optional().meta({ description: "Only events of this project" }),
  subject_id: NamedId.optional().meta({ description: "Only events of this resource" }),
  actor_id: NamedId.optional().meta({ description: "Only actions of this user" }),
});

export const EventView = defineView("Event", {
  id: Id,
  event: z.string(),
  timestamp: Timestamp,
  project_id: Id.nullable(),
  subject_id: Id,
  actor_id: Id.nullable(),
  actor: PersonOf("actor_id", ({ project_id: projectId }) => projectId !== null),
  data: z.record(z.string(), z.unknown()),
});

export const EventList = PageOf("events", EventView, "EventList");

export const CatalogueView = defineView("EventCatalogue", {
  events: z.array(
    z.object({
      event: z.string(),
      summary: z.string(),
      data_schema: z.record(z.string(), z.unknown()).meta({ description: "JSON Schema of `data`" }),
      example: z.record(z.string(), z.unknown()).meta({ description: "A complete delivery" }),
    }),
  ),
});

export const presentEvent = (event: Row<Event>): z.infer<typeof EventView> => ({
  id: event.id,
  event: event.kind,
  timestamp: event.occurredAt.toISOString(),
  project_id: event.project?.id ?? null,
  subject_id: event.subjectId,
  actor_id: event.actorId ?? null,
  data: event.data,
});

const EXAMPLE = { id: "0199a0de-0000-7000-8000-000000000000", timestamp: "2026-11-21T12:00:00.000Z" };

const describe = (kind: EventKind) => {
  const { summary, data, example } = eventCatalogue[kind];
  return {
    event: kind,
    summary,
    data_schema: z.toJSONSchema(data) as Record<string, unknown>,
    example: { id: EXAMPLE.id, type: kind, event: kind, timestamp: EXAMPLE.timestamp, data: example },
  };
};

/** Every kind of event with its schema and an example. */
export const presentCatalogue = (): z.infer<typeof CatalogueView> => ({ events: EVENT_KINDS.map(describe) });
