import type { Format } from "./create-format.ts";

const DAY_OR_NUMBER = /\b(\d{4}-\d\d-\d\d|\d{4,})\b/g;

/** An English message of the API, with its dates (YYYY-MM-DD) and large numbers as the user writes them. */
export const withLocalValues = (english: string, format: Format): string =>
  english.replaceAll(DAY_OR_NUMBER, (value) =>
    value.includes("-") ? format.date(value) : format.number(Number(value)),
  );
