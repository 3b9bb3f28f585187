import { de } from "./de.ts";
import { en, type Texts } from "./en.ts";
import { languageOf, type Language } from "./language.rules.ts";

const TEXTS: Readonly<Record<Language, Texts>> = { en, de };

export const textsIn = (language: Language): Texts => TEXTS[language];

/** The texts for a person with these preferences; English by default. */
export const textsFor = ({ language }: { language?: string | undefined }): Texts =>
  TEXTS[languageOf(language) ?? "en"];
