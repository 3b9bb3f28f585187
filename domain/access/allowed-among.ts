import type { EntityName, FilterQuery } from "@mikro-orm/postgresql";
import { readIds } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import type { AccessRule } from "./access-rule.ts";
import { questionFor } from "./decide.ts";
import { askFor } from "./question.ts";
import { toFilter, type Filter } from "./to-filter.ts";

export interface Among<T extends { id: string }> {
  entity: EntityName<T>;
  ids: readonly string[];
  /** A further filter on the rows. */
  filter?: Filter;
}

/** The rows of a kind of resource, and the rule that decides whether a caller can see one. */
export interface SubjectRows extends Omit<Among<{ id: string }>, "ids"> {
  read: AccessRule;
}

/** The rows on which the rule lets the caller act now: one query for any number of rows. */
export async function allowedAmong<T extends { id: string }>(
  { em, actor }: Pick<QueryContext, "em" | "actor">,
  rule: AccessRule,
  { entity, ids, filter = {} }: Among<T>,
): Promise<Set<string>> {
  const question = questionFor(actor, rule);
  if (question.kind === "never" || ids.length === 0) return new Set();
  const state = rule.state === undefined ? {} : toFilter(askFor(actor, rule.state));
  const where = { $and: [{ id: { $in: [...ids] } }, toFilter(question), state, filter] };
  return new Set(await readIds(em, entity, { where: where as unknown as FilterQuery<NoInfer<T>> }));
}
