import { useTranslation } from "react-i18next";
import { useProfile } from "../features/identity/use-profile.ts";
import { createFormat, type Format } from "./create-format.ts";
import { keep } from "./keep.ts";
import { localeOf } from "./locale-of.ts";

const formats = new Map<string, Format>();

/** Numbers, dates and times in the user's language and time zone. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  const timeZone = useProfile().preferences.timezone;
  const language = localeOf(i18n.language);
  return keep(formats, `${language} ${timeZone}`, () => createFormat(language, timeZone));
}
