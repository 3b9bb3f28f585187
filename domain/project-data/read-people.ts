import { readRows } from "../../platform/database/read-rows.ts";
import type { SystemContext } from "../context.ts";
import type { Person } from "../users/read-visible-people.ts";
import { User } from "../users/user.entity.ts";

/** The people in a project's rows, by id: callers who see the rows may see their names. */
export async function readPeople(
  em: SystemContext["em"],
  ids: readonly string[],
): Promise<Map<string, Person>> {
  const wanted = [...new Set(ids)];
  const rows = wanted.length === 0 ? [] : await readRows(em, User, { where: { id: { $in: wanted } } });
  return new Map(rows.map(({ id, name, role }) => [id, { id, name, role }]));
}
