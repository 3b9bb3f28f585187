import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { eventPolicies } from "../access/row-security.ts";
import { projectTarget } from "../project-target.ts";

/** The project of an event or, failing that, its user: waiting events take turns by it. */
export const EVENT_ABOUT = "coalesce(project_id, owner_id, '00000000-0000-0000-0000-000000000000')";

const EventSchema = defineEntity({
  name: "Event",
  tableName: "events",
  policies: [...eventPolicies],
  indexes: [
    // The relays' queries almost always find nothing: partial indexes keep them cheap.
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
    /** The user it concerns: its subject or, outside projects, the owner of its subject. */
    ownerId: p.uuid().nullable(),
    data: p.json<Record<string, unknown>>(),
    /**
     * For the event that deletes a project: the users who received its events. Their webhooks and open pages
     * still receive this event after its row is gone.
     */
    heardBy: p.array<string>().columnType("uuid[]").nullable().lazy(),
    /** By the clock of the process that recorded it. */
    occurredAt: p.datetime(),
    /**
     * By the database's clock. Its default is in the migration only: with one here, inserts would read it
     * back, which the row-level security of events forbids.
     */
    recordedAt: p.datetime().nullable().lazy(),
    /** When its workflow was started, or at once if it starts none. */
    dispatchedAt: p.datetime().nullable(),
    /** Until then, a relay is starting its workflow. */
    leasedUntil: p.datetime().nullable(),
    /** When it was passed to its receivers, such as webhooks and notifications. */
    publishedAt: p.datetime().nullable(),
  },
});

/** A record of a change, written in the same transaction (the outbox). */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
