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
} satisfies Feature;
