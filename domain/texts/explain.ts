import { en, type Texts } from "./en.ts";
import { translate, type Explained } from "./translate.rules.ts";

/** A sentence to show. */
export interface Sentence {
  text: string;
  /** The language, if it is not that of the texts around it. */
  lang?: "en";
}

/** Completes an explanation to a sentence. */
type Complete = (pages: Texts["pages"], why: string) => string;

/** The explanation in the language of the texts; in English where it has no translation. */
export function explain(texts: Texts, why: Explained, complete: Complete = (_pages, text) => text): Sentence {
  if (texts.language === "en") return { text: complete(texts.pages, why.english) };
  const translated = translate(texts, why);
  return translated === null
    ? { text: complete(en.pages, why.english), lang: "en" }
    : { text: complete(texts.pages, translated) };
}
