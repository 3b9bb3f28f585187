import { lookUpRows } from "../../platform/database/look-up-rows.ts";
import { decide } from "../access/decide.ts";
import type { QueryContext } from "../context.ts";
import type { Role } from "./user.rules.ts";
import { userAccess } from "./user.access.ts";

/** A person as shown to others. Deactivated users keep their name in the history. */
export interface Person {
  id: string;
  name: string;
  role: Role;
}

interface Found extends Person {
  managerId: string | null;
}

const PEOPLE = `select id, name, role, manager_id as "managerId" from users where id = any($1)`;

/**
 * The people with these ids, in one query at most: `colleagues` of the caller, who are visible with the rows, and
 * `others`, who are included only if the caller may read them.
 */
export async function readVisiblePeople(
  { em, actor }: Pick<QueryContext, "em" | "actor">,
  { colleagues, others = new Set() }: { colleagues: ReadonlySet<string>; others?: ReadonlySet<string> },
): Promise<Map<string, Person>> {
  const ids = [...colleagues, ...others];
  if (ids.length === 0) return new Map();
  const found = await lookUpRows<Found>(em, PEOPLE, ids);
  const mayName = ({ id, managerId }: Found): boolean =>
    colleagues.has(id) ||
    decide(actor, userAccess["user.read"], { id, manager: managerId === null ? null : { id: managerId } })
      .allowed;
  return new Map(found.filter(mayName).map(({ id, name, role }) => [id, { id, name, role }]));
}
