/** The languages of the texts that the service itself writes: pages, mails, reports and chat messages. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a tag such as `de-AT`; null if there are no texts in it. */
export function languageOf(tag: string | undefined): Language | null {
  const primary = tag?.split("-")[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === primary) ?? null;
}
