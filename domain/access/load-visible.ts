import type { EntityName, FilterQuery } from "@mikro-orm/postgresql";
import { notFound } from "../../platform/errors.ts";
import type { QueryContext } from "../context.ts";
import { AccessDenied } from "./access-denied.ts";
import { refusalBehind, where, type Action } from "./decide.ts";
import type { Filter } from "./to-filter.ts";

export interface Visible<T extends object> {
  entity: EntityName<T>;
  /** What the caller must be allowed to do to the row for it to exist for them. */
  action: Action;
  /** What callers call it. */
  name: string;
  /** What access rules read, so that a decision never meets an unknown attribute. */
  populate?: readonly string[];
  /** What the row must meet besides. */
  filter?: Filter;
}

/** The row, if the caller sees it; otherwise NOT_FOUND, the same as if it did not exist. */
export async function loadVisible<T extends object>(
  { em, actor }: QueryContext,
  { entity, action, name, populate = [], filter = {} }: Visible<T>,
  id: string,
): Promise<T> {
  const visible = { $and: [{ id }, filter, where(actor, action)] } as FilterQuery<NoInfer<T>>;
  const row = await em.findOne(entity, visible, { populate: populate as never });
  if (row === null) throw notFound(name, new AccessDenied(action, refusalBehind(actor, action), id));
  return row;
}
