/** Dates as YYYY-MM-DD, empty if there is none. */
export const endsBeforeItStarts = ({ start, end }: { start: string; end: string }): boolean =>
  start !== "" && end !== "" && end < start;
