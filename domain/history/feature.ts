import { AuditEntry } from "../audit-log/audit-entry.entity.ts";
import { AuditIntake } from "../audit-log/audit-intake.entity.ts";
import { Event } from "../events/event.entity.ts";
import type { Feature } from "../feature.ts";
import { auditLogAccess } from "./audit-log.access.ts";
import { eventAccess } from "./event.access.ts";

/** Read access to the kernel's records of all features: events and the audit log. */
export const history = {
  entities: [Event, AuditIntake, AuditEntry],
  access: { ...auditLogAccess, ...eventAccess },
  backlog: {
    events: {
      summary:
        "Events whose workflow has not started; if they wait more than a few seconds, Temporal or the relay is unavailable",
      rows: "select occurred_at as at from events where dispatched_at is null",
    },
    publications: {
      summary:
        "Events not yet passed to webhooks and notifications; if they wait more than a few seconds, the worker is unavailable",
      rows: "select occurred_at as at from events where published_at is null",
    },
  },
} satisfies Feature;
