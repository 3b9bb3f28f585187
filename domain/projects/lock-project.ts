import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/query-rows.ts";
import { Project } from "./project.entity.ts";

/** A new row that points to the project shares its key: a stronger lock would wait for it, and it for ours. */
const LOCK = "select 1 from projects where id = $1 for no key update";

/** The project as it is now; until the transaction ends nobody else changes what hangs on it as a whole. */
export async function lockProject(em: EntityManager, id: string): Promise<Project> {
  await queryRows(em, { sql: LOCK, parameters: [id] });
  return em.findOneOrFail(Project, { id }, { refresh: true });
}
