import { defineEntity, p } from "@mikro-orm/core";
import { auditFields } from "./audit-fields.ts";

const AuditIntakeSchema = defineEntity({
  name: "AuditIntake",
  tableName: "audit_intake",
  indexes: [{ properties: ["occurredAt", "id"] }],
  properties: {
    /** The event's id, if it is about one. */
    id: p.uuid().primary(),
    ...auditFields(),
    projectId: p.uuid().nullable(),
  },
});

/** A record waiting to be chained into the audit log, written in the transaction of the change. */
export class AuditIntake extends AuditIntakeSchema.class {}
AuditIntakeSchema.setClass(AuditIntake);
