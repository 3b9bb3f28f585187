import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";

const OF_FILE = "select uploaded_by_id as id from evidence where id = $1::uuid";
const OF_PROJECT = "select coalesce(customer_id, created_by_id) as id from projects where id = $1::uuid";

/**
 * The user who takes turns with others for a piece of work: who uploaded the file; for work of a project, its customer
 * or, failing that, its creator. The number of projects makes no difference. Null for what no longer exists.
 */
export async function findSharer(
  em: EntityManager,
  { EvidenceId, ProjectId }: { EvidenceId?: string; ProjectId?: string },
): Promise<string | null> {
  const [sql, id] = EvidenceId === undefined ? [OF_PROJECT, ProjectId] : [OF_FILE, EvidenceId];
  if (id === undefined) return null;
  const [found] = await queryRows<{ id: string }>(em, { sql, parameters: [id] });
  return found?.id ?? null;
}
