import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";

const SHARER = "select coalesce(customer_id, created_by_id) as id from projects where id = $1::uuid";

/**
 * Who takes turns with others for the work of a project: its customer or, failing that, its creator, however many
 * projects they have. Null for an unknown project.
 */
export async function findSharer(em: EntityManager, projectId: string): Promise<string | null> {
  const [found] = await queryRows<{ id: string }>(em, { sql: SHARER, parameters: [projectId] });
  return found?.id ?? null;
}
