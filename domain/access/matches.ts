import type { Actor } from "../actor.ts";
import { operandOf, type Condition } from "./condition.ts";

/** Thrown when a row does not carry the attribute a condition asks for: the answer is then unknown, which means no. */
class UnknownAttribute extends Error {}

function read(row: unknown, path: string): unknown {
  let value = row;
  for (const name of path.split(".")) {
    if (value === null) return null;
    if (typeof value !== "object" || !(name in value)) throw new UnknownAttribute(path);
    value = (value as Record<string, unknown>)[name];
    if (value === undefined) throw new UnknownAttribute(path);
  }
  return value;
}

function evaluate(condition: Condition, actor: Actor, row: unknown): boolean {
  switch (condition.kind) {
    case "always":
      return true;
    case "never":
      return false;
    case "equals":
      return read(row, condition.path) === operandOf(actor, condition.value);
    case "differs":
      return read(row, condition.path) !== operandOf(actor, condition.value);
    case "caller":
      return actor[condition.attribute] === condition.value;
    case "holds":
      return actor.scopes.includes(condition.scope);
    case "oneOf":
      return condition.values.includes(read(row, condition.path) as string);
    case "some": {
      const rows = read(row, condition.path);
      return (
        rows !== null &&
        [...(rows as Iterable<unknown>)].some((item) => evaluate(condition.condition, actor, item))
      );
    }
    case "all":
      return condition.conditions.every((c) => evaluate(c, actor, row));
    case "any":
      return condition.conditions.some((c) => evaluate(c, actor, row));
  }
}

/** Whether a loaded row meets the condition. A missing attribute or an error means no. */
export function matches(condition: Condition, actor: Actor, row: unknown): boolean {
  try {
    return evaluate(condition, actor, row);
  } catch {
    return false;
  }
}
