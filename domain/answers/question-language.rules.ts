import type { Language } from "../texts/language.rules.ts";

/** Words that only one of the languages has, at least in questions. */
const ENGLISH = new Set(
  `a about and any anything are by can could do does everything find for from give has have how i if is it its me my of
  on or our please should show tell than that the their there these they this those to us we were what when where which
  who whom whose why with without would you your`.split(/\s+/),
);
const GERMAN = new Set(
  `aller alles auch auf aus bei beim bitte da darf das dass dem den der des dies diese diesem diesen dieser dieses durch dürfen ein
  eine einem einen einer eines er es für gegen gib gibt haben hat ich ihr ihre ihren im ist kann kein keine keinen können man
  mein mit muss müssen nach nicht noch nur oder ohne schon sie sind soll sollen sollten über um und uns unser unsere unserem
  unseren unserer unter vom von vor wann warum welche welchem welchen welcher welches wem wen wenn wer werden weshalb wie wieso wird
  wir wo wurde wurden zeig zu zum zur`.split(/\s+/),
);
const WORD = /[\p{L}]+/gu;
const UMLAUT = /[äöüß]/;

/** The language of a question, by its small words; English if it has none. */
export function languageOfQuestion(question: string): Language {
  const words: readonly string[] = question.normalize("NFC").toLowerCase().match(WORD) ?? [];
  const english = words.filter((word) => ENGLISH.has(word)).length;
  const german = words.filter((word) => GERMAN.has(word) || UMLAUT.test(word)).length;
  return german > english ? "de" : "en";
}
