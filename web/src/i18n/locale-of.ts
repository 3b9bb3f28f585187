/** The regional variant of the language that the browser prefers: English dates differ by country. */
export const localeOf = (language: string): string =>
  navigator.languages.find((tag) => tag.startsWith(`${language}-`)) ?? language;
