const NEXT_REVIEW = /next review[^\n]{0,40}?(\d{4}-\d{2}-\d{2})/gi;

/** Whether the calendar has the day: people also type the 31st of November, and months that do not exist. */
function isInCalendar(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** The dates (YYYY-MM-DD) that the text of a policy gives for its next review. */
export const reviewDatesIn = (content: string): string[] =>
  [...content.matchAll(NEXT_REVIEW)].flatMap(([, date]) => date ?? []).filter(isInCalendar);
