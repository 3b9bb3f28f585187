import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { eventPolicies } from "../access/wall.ts";
import { projectTarget } from "../project-target.ts";

/** The project, or else the person, an event is about: those that wait to be told of take turns by it. */
export const EVENT_ABOUT = "coalesce(project_id, owner_id, '00000000-0000-0000-0000-000000000000')";

const EventSchema = defineEntity({
  name: "Event",
  tableName: "events",
  policies: [...eventPolicies],
  indexes: [
    // What the relays look for is almost always nothing: partial indexes keep those look-ups at one page.
    {
      name: "events_undispatched",
      expression: "create index events_undispatched on events (occurred_at) where dispatched_at is null",
    },
    {
      name: "events_unpublished",
      expression: `create index events_unpublished on events (${EVENT_ABOUT}, id) where published_at is null`,
    },
    {
      name: "events_of_deletions",
      expression: "create index events_of_deletions on events (project_id) where heard_by is not null",
    },
    {
      name: "events_of_versions",
      expression: "create index events_of_versions on events (project_id) where kind = 'evidence.superseded'",
    },
    { properties: ["project", "id"] },
    { properties: ["ownerId", "id"] },
    { properties: ["subjectId", "id"] },
  ],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    kind: p.string(),
    /** No foreign key: the history of a project outlives it. */
    project: () => p.manyToOne(projectTarget()).nullable().createForeignKeyConstraint(false),
    subjectId: p.uuid(),
    actorId: p.uuid().nullable(),
    /** Whom it concerns by themselves: the user it is about, the owner of the key. */
    ownerId: p.uuid().nullable(),
    data: p.json<Record<string, unknown>>(),
    /**
     * Of the event that deletes a project: the owners of webhooks who heard of it then. They are told of all that happened
     * in it, when its row is gone, too.
     */
    heardBy: p.array<string>().columnType("uuid[]").nullable().lazy(),
    occurredAt: p.datetime(),
    /** When its workflow was started, or at once when it starts none. */
    dispatchedAt: p.datetime().nullable(),
    /** A relay is starting its workflow until then. */
    leasedUntil: p.datetime().nullable(),
    /** When the deliveries to webhooks were written. */
    publishedAt: p.datetime().nullable(),
  },
});

/** One fact about what happened, written in the transaction that made it true (the outbox). */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
