import { queryRows } from "../../platform/database/query-rows.ts";
import type { QueryContext } from "../context.ts";

const PEOPLE = `select distinct u.name from users u join projects p on p.id = any($1::uuid[])
  where u.id in (p.customer_id, p.auditor_id, p.created_by_id)
    or u.id in (select user_id from team_members where project_id = p.id)
    or u.id in (select uploaded_by_id from evidence where project_id = p.id)`;

/** The names of people in projects, which answers to others must not contain. */
export async function peopleOf(
  { em }: Pick<QueryContext, "em">,
  projectIds: readonly string[],
): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(em, { sql: PEOPLE, parameters: [projectIds] });
  return rows.map(({ name }) => name);
}
