import { dayOf, daysAfter } from "../days.rules.ts";

/** The dates given for evidence; days are `YYYY-MM-DD`. */
export interface EvidenceDates {
  collectedAt: string | null;
  periodStart: string | null;
  periodEnd: string | null;
  expiresAt: Date | null;
}

export interface WrongDate {
  /** Its API name. */
  field: string;
  error: string;
  /** The error as a code, for other languages. */
  reason: string;
}

const NOTHING: EvidenceDates = { collectedAt: null, periodStart: null, periodEnd: null, expiresAt: null };

/** No time zone is on a later day yet. */
const latestDay = (now: Date): string => dayOf(daysAfter(now, 1));

function wrongPeriod(dates: EvidenceDates, before: EvidenceDates): WrongDate[] {
  const { periodStart: start, periodEnd: end } = dates;
  const isNewEnd = end !== before.periodEnd;
  if (start === null || end === null || start <= end) return [];
  const reason = "period_reversed";
  if (isNewEnd) return [{ field: "period_end", error: "must not be before period_start", reason }];
  return start === before.periodStart
    ? []
    : [{ field: "period_start", error: "must not be after period_end", reason }];
}

/** The invalid dates. Unchanged dates are not validated again, because time has passed since then. */
export function wrongDates(
  dates: EvidenceDates,
  now: Date,
  before: EvidenceDates = NOTHING,
): readonly WrongDate[] {
  const { collectedAt, expiresAt } = dates;
  const isCollected = collectedAt === null || collectedAt <= latestDay(now);
  const isAhead = expiresAt === null || expiresAt > now;
  return [
    ...(isCollected || collectedAt === before.collectedAt
      ? []
      : [{ field: "collected_at", error: "must not be in the future", reason: "collected_in_future" }]),
    ...wrongPeriod(dates, before),
    ...(isAhead || expiresAt.getTime() === before.expiresAt?.getTime()
      ? []
      : [{ field: "expires_at", error: "must be in the future", reason: "expires_in_past" }]),
  ];
}
