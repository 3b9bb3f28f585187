import { NOT_FOUND_MESSAGE, type Answer } from "../assistant/answer.rules.ts";
import { namesSomebody, surnamesIn } from "./names-somebody.rules.ts";

/** An answer for a customer: without the lines that name a person; not found when none is left. */
export function withoutNames<A extends Pick<Answer, "message" | "citations">>(
  answer: A,
  people: readonly string[],
): A {
  const { message, citations } = answer;
  const nobody = [...people, ...surnamesIn([message, ...citations.map(({ quote }) => quote)])];
  const lines = message.split("\n");
  const told = lines.filter((line) => !namesSomebody(line, nobody));
  if (told.length === lines.length) return answer;
  const isLeft = told.some((line) => line.trim() !== "" && !line.endsWith(":"));
  return isLeft
    ? { ...answer, message: told.join("\n") }
    : { ...answer, message: NOT_FOUND_MESSAGE, citations: [] };
}
