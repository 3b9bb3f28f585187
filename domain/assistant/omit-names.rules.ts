import type { AssistantAnswer } from "./answer.rules.ts";
import { namesPerson, surnamesIn } from "../answers/names-person.rules.ts";

const REFERENCE = /\[(\d{1,3})\]/g;

/** Drops citations that no line refers to, and renumbers the others. */
function withReferred<C>(
  lines: readonly string[],
  citations: readonly C[],
): { message: string; citations: C[] } {
  const message = lines.join("\n");
  const referred = new Set([...message.matchAll(REFERENCE)].map(([, number]) => Number(number)));
  const left = citations.map((_citation, i) => i + 1).filter((number) => referred.has(number));
  return {
    message: message.replace(REFERENCE, (kept, number) => {
      const place = left.indexOf(Number(number));
      return place < 0 ? kept : `[${place + 1}]`;
    }),
    citations: citations.filter((_citation, i) => referred.has(i + 1)),
  };
}

/**
 * An answer for a customer: without lines that name a person, and citations that only these use; `notFound` if
 * none is left.
 */
export function omitNames<A extends Pick<AssistantAnswer, "message" | "citations">>(
  answer: A,
  people: readonly string[],
  notFound: string,
): A {
  const { message, citations } = answer;
  const names = [...people, ...surnamesIn([message, ...citations.map(({ quote }) => quote)])];
  const lines = message.split("\n");
  const kept = lines.filter((line) => !namesPerson(line, names));
  if (kept.length === lines.length) return answer;
  const isLeft = kept.some((line) => line.trim() !== "" && !line.endsWith(":"));
  return isLeft
    ? { ...answer, ...withReferred(kept, citations) }
    : { ...answer, message: notFound, citations: [] };
}
