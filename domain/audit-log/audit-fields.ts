import { p } from "@mikro-orm/core";

/** The columns that an entry of the audit log has from its record on. */
export const auditFields = () => ({
  occurredAt: p.datetime(6),
  /** null for the service itself, or if unknown. */
  actorId: p.uuid().nullable(),
  actorRole: p.string().nullable(),
  /** The session, the API key, or the chat account: `slack:T1:U2`. */
  credential: p.string().nullable(),
  address: p.string().nullable(),
  action: p.string(),
  subjectKind: p.string(),
  subjectId: p.string().nullable(),
  data: p.json<Record<string, unknown>>(),
  requestId: p.string().nullable(),
});
