import { en, type Texts, type Values } from "./en.ts";

/** A sentence to show. */
export interface Sentence {
  text: string;
  /** The language, if it is not that of the texts around it. */
  lang?: "en";
}

/** Why something failed: in English, and as a code with its values for other languages. */
export interface Explained {
  english: string;
  /** The field that is refused, for a reason that is a rule. */
  field?: string | undefined;
  reason?: string | undefined;
  values?: Values | undefined;
}

/** Completes an explanation to a sentence. */
type Complete = (pages: Texts["pages"], why: string) => string;

function translate(
  { explanations, rules }: Texts,
  { reason = "", field, values = {} }: Explained,
): string | null {
  const sentence = explanations[reason];
  if (sentence !== undefined) return sentence(values);
  const rule = rules[reason];
  if (rule === undefined) return null;
  return `${field === undefined ? "" : `${field}: `}${rule(values)}`;
}

/** The explanation in the language of the texts; in English where it has no translation. */
export function explain(texts: Texts, why: Explained, complete: Complete = (_pages, text) => text): Sentence {
  if (texts.language === "en") return { text: complete(texts.pages, why.english) };
  const translated = translate(texts, why);
  return translated === null
    ? { text: complete(en.pages, why.english), lang: "en" }
    : { text: complete(texts.pages, translated) };
}
