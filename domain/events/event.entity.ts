import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";

const EventSchema = defineEntity({
  name: "Event",
  tableName: "events",
  indexes: [
    // What the relay looks for is almost always nothing: a partial index keeps that look-up at one page.
    {
      name: "events_undispatched",
      expression: "create index events_undispatched on events (occurred_at) where dispatched_at is null",
    },
    { properties: ["projectId", "occurredAt"] },
  ],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    kind: p.string(),
    /** Not a relation: the history of a project outlives it. */
    projectId: p.uuid().nullable(),
    subjectId: p.uuid(),
    actorId: p.uuid().nullable(),
    data: p.json<Record<string, unknown>>(),
    occurredAt: p.datetime(),
    dispatchedAt: p.datetime().nullable(),
  },
});

/** One fact about what happened, written in the transaction that made it true (the outbox). */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
