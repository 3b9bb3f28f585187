import type { Actor } from "../actor.ts";
import type { Scope } from "../users/user.rules.ts";

/** The other side of a comparison: a constant, or an attribute of the caller. */
export type Operand = string | boolean | null | { actor: keyof Pick<Actor, "id" | "role" | "managerId"> };

/**
 * A condition as data, so that the same condition can become a predicate on a loaded row (`matches`), a
 * database filter (`toFilter`) and a log entry. Paths are attribute names joined by dots.
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
/** At least one row of the collection at `path` matches `condition`. */
export const some = (path: string, condition: Condition): Condition => ({ kind: "some", path, condition });
/** Depends only on the caller. */
export const caller = (attribute: "demoAllowed" | "managerId", value: boolean | null): Condition => ({
  kind: "caller",
  attribute,
  value,
});
/** The caller's credential has this scope, in addition to the rule's own. */
export const holds = (scope: Scope): Condition => ({ kind: "holds", scope });
export const oneOf = (path: string, values: readonly string[]): Condition => ({
  kind: "oneOf",
  path,
  values,
});
export const all = (...conditions: Condition[]): Condition => ({ kind: "all", conditions });
export const any = (...conditions: Condition[]): Condition => ({ kind: "any", conditions });

/** The same condition on the row at the relation `path`. */
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
