import { StackError } from "./stack/stack-error.ts";

/** The option's value, one of several words. Throws StackError for any other. */
export function readChoice<const C extends string>(option: string, text: string, choices: readonly C[]): C {
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  throw new StackError(`--${option} is one of ${choices.join(", ")}, not "${text}"`);
}
