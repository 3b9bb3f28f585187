import type { Actor } from "../actor.ts";
import type { Scope } from "../users/user.rules.ts";

/** What an attribute is compared with: a fixed value, or something about the caller. */
export type Operand = string | boolean | null | { actor: keyof Pick<Actor, "id" | "role" | "managerId"> };

/**
 * A condition as data, so that one text can be a predicate on a loaded row (`matches`), a database filter (`toFilter`),
 * a search filter (`toSearchFilter`) and a sentence in a log. Paths are attribute names joined by dots.
 */
export type Condition =
  | { kind: "always" }
  | { kind: "never" }
  | { kind: "equals"; path: string; value: Operand }
  | { kind: "differs"; path: string; value: Operand }
  | { kind: "some"; path: string; condition: Condition }
  | { kind: "caller"; attribute: "demoAllowed" | "managerId"; value: boolean | null }
  | { kind: "holds"; scope: Scope }
  | { kind: "oneOf"; path: string; values: readonly string[] }
  | { kind: "all"; conditions: readonly Condition[] }
  | { kind: "any"; conditions: readonly Condition[] };

export const always: Condition = { kind: "always" };
export const never: Condition = { kind: "never" };
export const equals = (path: string, value: Operand): Condition => ({ kind: "equals", path, value });
export const differs = (path: string, value: Operand): Condition => ({ kind: "differs", path, value });
/** At least one row of the collection at `path` meets `condition`. */
export const some = (path: string, condition: Condition): Condition => ({ kind: "some", path, condition });
/** About the caller alone, whatever the row. */
export const caller = (attribute: "demoAllowed" | "managerId", value: boolean | null): Condition => ({
  kind: "caller",
  attribute,
  value,
});
/** The caller's credential carries the scope, beside the one the rule takes anyway. */
export const holds = (scope: Scope): Condition => ({ kind: "holds", scope });
export const oneOf = (path: string, values: readonly string[]): Condition => ({
  kind: "oneOf",
  path,
  values,
});
export const all = (...conditions: Condition[]): Condition => ({ kind: "all", conditions });
export const any = (...conditions: Condition[]): Condition => ({ kind: "any", conditions });

/** The same condition about a row that is reached through the relation `path`. */
export function through(path: string, condition: Condition): Condition {
  switch (condition.kind) {
    case "equals":
    case "differs":
    case "some":
    case "oneOf":
      return { ...condition, path: `${path}.${condition.path}` };
    case "all":
    case "any":
      return { ...condition, conditions: condition.conditions.map((c) => through(path, c)) };
    case "always":
    case "never":
    case "caller":
    case "holds":
      return condition;
  }
}
