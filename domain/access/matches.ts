import type { Question } from "./question.ts";

/** The value of an attribute that the row does not have: it equals nothing and differs from nothing. */
const UNKNOWN = Symbol("unknown attribute");

/** The attribute at `path`; null if a relation on the path is null. */
function read(row: unknown, path: string): unknown {
  let value = row;
  for (const name of path.split(".")) {
    if (value === null) return null;
    if (typeof value !== "object" || !(name in value)) return UNKNOWN;
    value = (value as Record<string, unknown>)[name];
    if (value === undefined) return UNKNOWN;
  }
  return value;
}

function isTrue(question: Question, row: unknown): boolean {
  switch (question.kind) {
    case "always":
      return true;
    case "never":
      return false;
    case "equals":
      return read(row, question.path) === question.value;
    case "differs": {
      const value = read(row, question.path);
      return value !== UNKNOWN && value !== question.value;
    }
    case "oneOf":
      return question.values.includes(read(row, question.path) as string);
    case "some": {
      const items = read(row, question.path);
      return items !== null && [...(items as Iterable<unknown>)].some((i) => matches(question.question, i));
    }
    case "all":
      return question.questions.every((q) => matches(q, row));
    case "any":
      return question.questions.some((q) => matches(q, row));
  }
}

/** Whether a loaded row matches. A missing attribute or an error means no for the part that needs it. */
export function matches(question: Question, row: unknown): boolean {
  try {
    return isTrue(question, row);
  } catch {
    return false;
  }
}
