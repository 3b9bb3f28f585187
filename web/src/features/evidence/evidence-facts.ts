import { dayOf, endOfDay } from "../../i18n/day-bounds.ts";
import type { EvidenceDetail } from "./evidence.queries.ts";

/** The editable fields of evidence; days as YYYY-MM-DD, empty if there is none. */
export interface EvidenceFacts {
  title: string;
  description: string;
  collected: string;
  start: string;
  end: string;
  /** The last day on which it is valid, in the user's time zone. */
  expires: string;
}

export const factsOf = (evidence: EvidenceDetail, timeZone: string): EvidenceFacts => ({
  title: evidence.title,
  description: evidence.description,
  collected: evidence.collected_at ?? "",
  start: evidence.period_start ?? "",
  end: evidence.period_end ?? "",
  expires: evidence.expires_at === null ? "" : dayOf(evidence.expires_at, timeZone),
});

const orNull = (day: string): string | null => (day === "" ? null : day);

/** The fields in the API's format. An unchanged day keeps its time. */
export function changeOf(facts: EvidenceFacts, seen: EvidenceDetail, timeZone: string) {
  const { title, description, collected, start, end, expires } = facts;
  const isKept = expires === factsOf(seen, timeZone).expires;
  return {
    title: title.trim(),
    description,
    collected_at: orNull(collected),
    period_start: orNull(start),
    period_end: orNull(end),
    ...(isKept ? {} : { expires_at: expires === "" ? null : endOfDay(expires, timeZone) }),
  };
}
