import type { Orm } from "../../../platform/database/orm.ts";
import type { Marked } from "./check-ledger.ts";

const SQL = `select 'evidence.upload' as kind, id, title as mark from evidence
  union all select 'finding.create', id, title from findings
  union all select 'finding.comment', id, text from finding_comments`;

/** Everything that callers may have created with a mark. */
export const readMarked = (orm: Orm): Promise<Marked[]> => orm.em.fork().execute(SQL);
