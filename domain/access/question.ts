import type { Actor } from "../actor.ts";
import type { Condition, Operand } from "./condition.ts";

type Value = Exclude<Operand, object> | null;

/**
 * A condition with the caller filled in, to be evaluated on a row. Its interpretations (`matches`,
 * `toFilter`) agree. `never` is always the whole question.
 */
export type Question =
  | { kind: "always" }
  | { kind: "never" }
  | { kind: "equals"; path: string; value: Value }
  | { kind: "differs"; path: string; value: Value }
  | { kind: "oneOf"; path: string; values: readonly string[] }
  | { kind: "some"; path: string; question: Question }
  | { kind: "all"; questions: readonly Question[] }
  | { kind: "any"; questions: readonly Question[] };

export const NEVER: Question = { kind: "never" };
const ALWAYS: Question = { kind: "always" };

const known = (answer: boolean): Question => (answer ? ALWAYS : NEVER);

const valueOf = (actor: Actor, value: Operand): Value =>
  typeof value === "object" && value !== null ? actor[value.actor] : value;

/** Simplifies: drops neutral parts, and returns a part that decides the whole. */
function combine(kind: "all" | "any", questions: readonly Question[]): Question {
  const [absorbing, neutral] = kind === "any" ? ["always", "never"] : ["never", "always"];
  if (questions.some((q) => q.kind === absorbing)) return known(kind === "any");
  const open = questions.filter((q) => q.kind !== neutral);
  const [first, ...others] = open;
  if (first === undefined) return known(kind === "all");
  return others.length === 0 ? first : { kind, questions: open };
}

/**
 * The question that `condition` becomes for this caller. Everything that depends on the caller alone is
 * evaluated here, once for both interpretations.
 */
export function askFor(actor: Actor, condition: Condition): Question {
  switch (condition.kind) {
    case "always":
    case "never":
    case "oneOf":
      return condition;
    case "equals":
    case "differs":
      return { ...condition, value: valueOf(actor, condition.value) };
    case "caller":
      return known(actor[condition.attribute] === condition.value);
    case "holds":
      return known(actor.scopes.includes(condition.scope));
    case "some": {
      const question = askFor(actor, condition.condition);
      return question.kind === "never" ? NEVER : { kind: "some", path: condition.path, question };
    }
    case "all":
    case "any":
      return combine(
        condition.kind,
        condition.conditions.map((c) => askFor(actor, c)),
      );
  }
}
