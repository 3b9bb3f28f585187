import { TIME_ZONE_LINKS } from "./time-zone-links.data.ts";

const TIME_ZONES = new Set([...Intl.supportedValuesOf("timeZone"), ...TIME_ZONE_LINKS]);

/**
 * Whether it names a time zone of the IANA database, spelt as it is there. What reads the name later may know no other
 * spelling. An offset such as +01:00 is none: it knows no summer time.
 */
export const isTimezone = (name: string): boolean => TIME_ZONES.has(name);

/** Whether it is a language tag after BCP 47, such as `de` or `pt-BR`. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
