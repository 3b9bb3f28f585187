import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { groupNumbers } from "./group-numbers.ts";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const KEPT = "console.language";

const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text);

/** The language chosen in this browser, otherwise the browser's preference. */
function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? "en";
}

/** Only the texts of the language in use are loaded. */
const TEXTS = {
  en: async () => (await import("./en.ts")).en,
  de: async () => (await import("./de.ts")).de,
};

async function load(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, "translation")) return;
  i18next.addResourceBundle(language, "translation", await TEXTS[language]());
}

export async function chooseLanguage(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  localStorage.setItem(KEPT, language);
}

export async function setUpI18n(): Promise<void> {
  const language = firstLanguage();
  const texts = TEXTS[language]();
  await i18next
    .use(groupNumbers)
    .use(initReactI18next)
    .init({
      lng: language,
      // Each language has all texts, as its type ensures.
      fallbackLng: false,
      // A grant type is a URN, and its colons separate nothing.
      nsSeparator: false,
      resources: { [language]: { translation: await texts } },
      // React escapes by itself; every value passes through `groupNumbers`.
      interpolation: { escapeValue: false, alwaysFormat: true },
    });
  document.documentElement.lang = language;
}
