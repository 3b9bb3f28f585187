import type { FormatterModule } from "i18next";
import { keep } from "./keep.ts";
import { localeOf } from "./locale-of.ts";

const formats = new Map<string, Intl.NumberFormat>();

/** Numbers within texts as the user writes them: 12,345 entries, 12.345 Einträge. Other values as they are. */
export const groupNumbers: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format(value: unknown, _name, language = "en") {
    if (typeof value !== "number") return value as string;
    const locale = localeOf(language);
    return keep(formats, locale, () => new Intl.NumberFormat(locale)).format(value);
  },
};
