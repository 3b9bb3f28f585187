import { TIME_ZONE_LINKS } from "./time-zone-links.data.ts";

const TIME_ZONES = new Set([...Intl.supportedValuesOf("timeZone"), ...TIME_ZONE_LINKS]);

/**
 * Whether it is a time zone of the IANA database, in its exact spelling, because other software may accept no
 * other. Offsets such as +01:00 do not count: they have no daylight saving time.
 */
export const isTimezone = (name: string): boolean => TIME_ZONES.has(name);

/** Whether it is a BCP 47 language tag, such as `de` or `pt-BR`. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
