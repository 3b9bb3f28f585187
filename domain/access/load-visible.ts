import type { EntityName, FilterQuery } from "@mikro-orm/postgresql";
import { notFound } from "../../platform/errors.ts";
import type { QueryContext } from "../context.ts";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { AccessDenied } from "./access-denied.ts";
import type { AccessRule } from "./access-rule.ts";
import { refusalBehind, where } from "./decide.ts";
import type { Filter } from "./to-filter.ts";

interface VisibleBy {
  /** The rule that makes the row visible to the caller. */
  rule: AccessRule;
  /** The name of the resource in errors. */
  name: string;
  /** A further filter on the row. */
  filter?: Filter;
}

/** The rows of one kind that a rule makes visible to the caller. */
export interface Visible<T extends object, Also extends keyof Row<T> = never> extends VisibleBy {
  entity: EntityName<T>;
  /** The relations that access rules read, so that a decision never meets an unknown attribute. */
  populate?: readonly string[];
  /** Lazy attributes to read as well. */
  also?: readonly Also[];
}

export type VisibleRow<T extends object, Also extends keyof Row<T> = never> = Row<T> & {
  readonly [K in Also]-?: Exclude<T[K], undefined>;
};

/** How the caller identified it: by id, or by other input with a unique filter. */
type Named = string | { given: string; is: Filter };

const seenBy = <T extends object>({ actor }: QueryContext, { rule, filter = {} }: VisibleBy, named: Named) =>
  ({
    $and: [typeof named === "string" ? { id: named } : named.is, filter, where(actor, rule)],
  }) as FilterQuery<NoInfer<T>>;

function unseen({ actor }: QueryContext, { rule, name }: VisibleBy, named: Named) {
  const id = typeof named === "string" ? named : named.given;
  return notFound(name, new AccessDenied(rule, refusalBehind(actor, rule), id));
}

/** The row, if the caller can see it; otherwise NOT_FOUND, as if it did not exist. */
export async function loadVisible<T extends object>(
  ctx: QueryContext,
  visible: Visible<T>,
  named: Named,
): Promise<T> {
  const { entity, populate = [] } = visible;
  const row = await ctx.em.findOne(entity, seenBy<T>(ctx, visible, named), { populate: populate as never });
  if (row === null) throw unseen(ctx, visible, named);
  return row;
}

/**
 * The same for reading only: without the relations that access rules read, because the statement has applied
 * the rule.
 */
export async function readVisible<T extends object, Also extends keyof Row<T> = never>(
  ctx: QueryContext,
  visible: Visible<T, Also>,
  named: Named,
): Promise<VisibleRow<T, Also>> {
  const { entity, also } = visible;
  const [row] = await readRows<T>(ctx.em, entity, {
    where: seenBy<T>(ctx, visible, named),
    ...(also && { also }),
  });
  if (row === undefined) throw unseen(ctx, visible, named);
  return row as VisibleRow<T, Also>;
}
