import type { Texts, Values } from "./en.ts";

/** Why something failed: in English, and as a code with its values for other languages. */
export interface Explained {
  english: string;
  /** The field that is refused, for a reason that is a rule. */
  field?: string | undefined;
  reason?: string | undefined;
  values?: Values | undefined;
}

/** The explanation in another language than English; null if it has no translation. */
export function translate(
  { explanations, rules }: Texts,
  { reason = "", field, values = {} }: Explained,
): string | null {
  const sentence = explanations[reason];
  if (sentence !== undefined) return sentence(values);
  const rule = rules[reason];
  if (rule === undefined) return null;
  return `${field === undefined ? "" : `${field}: `}${rule(values)}`;
}
