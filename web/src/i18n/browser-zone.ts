import { keep } from "./keep.ts";

const known = new Map<string, boolean>();

/** Some browsers name a zone that they cannot show times in, such as `Etc/Unknown`. */
function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** The time zone of this browser; UTC if it knows none. */
export function browserZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return keep(known, timeZone, () => isKnown(timeZone)) ? timeZone : "UTC";
}
