import { isInCalendar } from "../days.rules.ts";

const NEXT_REVIEW = /next review[^\n]{0,40}?(\d{4}-\d{2}-\d{2})/gi;

/** The dates (YYYY-MM-DD) that the text of a policy gives for its next review. */
export const reviewDatesIn = (content: string): string[] =>
  [...content.matchAll(NEXT_REVIEW)].flatMap(([, date]) => date ?? []).filter(isInCalendar);
