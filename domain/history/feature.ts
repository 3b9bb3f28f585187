import { AuditEntry } from "../audit/audit-entry.entity.ts";
import { AuditIntake } from "../audit/audit-intake.entity.ts";
import { Event } from "../events/event.entity.ts";
import type { Feature } from "../feature.ts";
import { auditAccess } from "./audit.access.ts";
import { eventAccess } from "./event.access.ts";

/** Reading of what the kernel records for every feature: events and the audit log. */
export const history = {
  entities: [Event, AuditIntake, AuditEntry],
  access: { ...auditAccess, ...eventAccess },
} satisfies Feature;
