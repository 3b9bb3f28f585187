import { defineEntity, p } from "@mikro-orm/core";
import { auditPolicy, openToOverseers } from "../access/row-security.ts";
import { projectTarget } from "../project-target.ts";
import { auditFields } from "./audit-fields.ts";

const AuditEntrySchema = defineEntity({
  name: "AuditEntry",
  tableName: "audit_entries",
  policies: [auditPolicy, openToOverseers("audit_entries", "select")],
  indexes: [
    { properties: ["project", "position"] },
    { properties: ["actorId", "position"] },
    { properties: ["subjectId", "position"] },
    { properties: ["action", "position"] },
    { properties: ["occurredAt"] },
    // Totals use the index alone: it contains everything that policy and filters need.
    { properties: ["project", "actorId", "action", "subjectKind", "subjectId"] },
    // For searches of overseers.
    {
      name: "audit_entries_words",
      expression:
        "create index audit_entries_words on audit_entries using gin (action gin_trgm_ops, subject_kind gin_trgm_ops, subject_id gin_trgm_ops)",
    },
  ],
  properties: {
    /** Sequence number, from 1 without gaps. */
    position: p.bigint("number").primary().autoincrement(false),
    id: p.uuid().unique(),
    ...auditFields(),
    /** No foreign key: the history of a project outlives it. */
    project: () => p.manyToOne(projectTarget()).nullable().createForeignKeyConstraint(false),
    previousHash: p.string(),
    hash: p.string(),
  },
});

/** One entry of the audit log. Only `chainAudit` writes it; the database refuses every change. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
