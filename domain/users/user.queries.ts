import type { EntityManager } from "@mikro-orm/postgresql";
import type { Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type Page, type OneOrMore } from "../listing.ts";
import { User } from "./user.entity.ts";
import type { Role } from "./user.rules.ts";
import { userAccess } from "./user.access.ts";

export const userListing: Listing<User> = {
  entity: User,
  sortable: {
    created_at: "createdAt",
    updated_at: "updatedAt",
    last_login: "lastLogin",
    name: "name",
    email: "email",
    role: "role",
  },
  searchable: { name: "name", email: "email" },
  createdAt: "createdAt",
};

export const visibleUser: Visible<User> = { entity: User, rule: userAccess["user.read"], name: "User" };

export interface UserListInput extends ListInput {
  role?: OneOrMore<Role>;
  active?: boolean | undefined;
  managerId?: string | undefined;
  /** Only these users, or all others. */
  ids?: { among: readonly string[] } | { except: readonly string[] } | undefined;
}

const chosen = (ids: NonNullable<UserListInput["ids"]>): object =>
  "among" in ids ? { id: { $in: [...ids.among] } } : { id: { $nin: [...ids.except] } };

/** The users visible to the caller, newest first, including deactivated ones. */
export const listUsers = (
  ctx: QueryContext,
  { role, active, managerId, ids, ...input }: UserListInput,
): Promise<Page<Row<User>>> =>
  listPage(ctx.em, userListing, input, [
    where(ctx.actor, userAccess["user.read"]),
    ...matching({ role, active, manager: managerId }),
    ...(ids === undefined ? [] : [chosen(ids)]),
  ]);

/** The user with this id; NOT_FOUND if the caller may not see them. */
export const loadUser = (ctx: QueryContext, id: string): Promise<User> => loadVisible(ctx, visibleUser, id);

const CHAIN = `with recursive chain as (
    select id, manager_id from users where id = ?
    union select u.id, u.manager_id from users u join chain c on u.id = c.manager_id
  ) select id from chain`;

/** The ids of a user and of everyone above them. */
export async function chainAbove(em: EntityManager, userId: string): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(CHAIN, [userId]);
  return rows.map(({ id }) => id);
}
