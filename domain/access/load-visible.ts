import type { EntityName, FilterQuery } from "@mikro-orm/postgresql";
import { notFound } from "../../platform/errors.ts";
import type { QueryContext } from "../context.ts";
import { findRows, type Row } from "../../platform/database/find-rows.ts";
import { AccessDenied } from "./access-denied.ts";
import type { AccessRule } from "./access-rule.ts";
import { refusalBehind, where } from "./decide.ts";
import { Selected } from "./selected.ts";
import type { Filter } from "./to-filter.ts";

export interface Visible<T extends object> {
  entity: EntityName<T>;
  /** The rule that makes the row visible to the caller. */
  rule: AccessRule;
  /** The name of the resource in errors. */
  name: string;
  /** The relations that access rules read, so that a decision never meets an unknown attribute. */
  populate?: readonly string[];
  /** A further filter on the row. */
  filter?: Filter;
  /** Lazy attributes to load as well, for reading. */
  also?: readonly string[];
}

/** How the caller identified it: by id, or by other input with a unique filter. */
type Named = string | { said: string; is: Filter };

const seenBy = <T extends object>({ actor }: QueryContext, { rule, filter = {} }: Visible<T>, named: Named) =>
  ({
    $and: [typeof named === "string" ? { id: named } : named.is, filter, where(actor, rule)],
  }) as FilterQuery<NoInfer<T>>;

function unseen<T extends object>({ actor }: QueryContext, { rule, name }: Visible<T>, named: Named) {
  const id = typeof named === "string" ? named : named.said;
  return notFound(name, new AccessDenied(rule, refusalBehind(actor, rule), id));
}

/** The row, if the caller can see it; otherwise NOT_FOUND, as if it did not exist. */
export async function loadVisible<T extends object>(
  ctx: QueryContext,
  visible: Visible<T>,
  named: Named,
): Promise<T> {
  const { entity, populate = [] } = visible;
  const row = await ctx.em.findOne(entity, seenBy(ctx, visible, named), { populate: populate as never });
  if (row === null) throw unseen(ctx, visible, named);
  return row;
}

/**
 * The same for reading only. It counts as authorized for the rule of `visible`; other rules may miss
 * attributes, and then deny.
 */
export async function readVisible<T extends object>(
  ctx: QueryContext,
  visible: Visible<T>,
  named: Named,
): Promise<Selected<Row<T>>> {
  const { entity, also } = visible;
  const [row] = await findRows<T>(ctx.em, entity, {
    where: seenBy(ctx, visible, named),
    ...(also && { also }),
  });
  if (row === undefined) throw unseen(ctx, visible, named);
  return new Selected(row, ctx.actor, visible.rule);
}
