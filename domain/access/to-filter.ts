import type { Actor } from "../actor.ts";
import { operandOf, type Condition } from "./condition.ts";

export type Filter = Record<string, unknown>;

const NOTHING: Filter = { id: { $in: [] } };

const nest = (path: string, leaf: unknown): Filter =>
  path.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), leaf) as Filter;

/** True, false, or what the database must decide. */
type Partial = boolean | Filter;

function combine(kind: "all" | "any", parts: Partial[]): Partial {
  const absorbing = kind === "any";
  if (parts.includes(absorbing)) return absorbing;
  const filters = parts.filter((part) => typeof part === "object");
  if (filters.length === 0) return !absorbing;
  if (filters.length === 1) return filters[0]!;
  return { [kind === "all" ? "$and" : "$or"]: filters };
}

function compile(condition: Condition, actor: Actor): Partial {
  switch (condition.kind) {
    case "always":
      return true;
    case "never":
      return false;
    case "equals":
      return nest(condition.path, operandOf(actor, condition.value));
    case "differs":
      return nest(condition.path, { $ne: operandOf(actor, condition.value) });
    case "caller":
      return actor[condition.attribute] === condition.value;
    case "holds":
      return actor.scopes.includes(condition.scope);
    case "oneOf":
      return nest(condition.path, { $in: [...condition.values] });
    case "some": {
      const inner = compile(condition.condition, actor);
      if (typeof inner === "boolean") return inner ? nest(condition.path, { $some: {} }) : false;
      return nest(condition.path, { $some: inner });
    }
    case "all":
    case "any":
      return combine(
        condition.kind,
        condition.conditions.map((c) => compile(c, actor)),
      );
  }
}

/** The condition as a MikroORM filter: it selects exactly the rows that `matches` accepts. */
export function toFilter(condition: Condition, actor: Actor): Filter {
  const compiled = compile(condition, actor);
  if (compiled === true) return {};
  return compiled === false ? NOTHING : compiled;
}
