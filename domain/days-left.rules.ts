const DAY_MS = 86_400_000;

/** The days to state in a reminder that was due `planned` days before `end`: fewer if it is late. */
export const daysLeft = (planned: number, end: Date, now: Date): number =>
  Math.max(0, Math.min(planned, Math.ceil((end.getTime() - now.getTime()) / DAY_MS)));
