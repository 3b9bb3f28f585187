import { defineEntity, p } from "@mikro-orm/core";

const AuditIntakeSchema = defineEntity({
  name: "AuditIntake",
  tableName: "audit_intake",
  indexes: [{ properties: ["occurredAt", "id"] }],
  properties: {
    /** The event's id, if it is about one. */
    id: p.uuid().primary(),
    occurredAt: p.datetime(6),
    actorId: p.uuid().nullable(),
    actorRole: p.string().nullable(),
    credential: p.string().nullable(),
    address: p.string().nullable(),
    action: p.string(),
    subjectKind: p.string(),
    subjectId: p.string().nullable(),
    projectId: p.uuid().nullable(),
    data: p.json<Record<string, unknown>>(),
    requestId: p.string().nullable(),
  },
});

/** A record waiting to be chained into the audit log, written in the transaction of the change. */
export class AuditIntake extends AuditIntakeSchema.class {}
AuditIntakeSchema.setClass(AuditIntake);
