/** Rows that may be deleted, by table: SQL in which `?` is the moment before which they ended. */
export type ExpiringRows = Readonly<Record<string, string>>;

/** Ended rows are kept this long, for questions about them. */
export const KEPT_DAYS = 1;

/** The current moment, for rows that are deleted as soon as they have ended. */
export const JUST_NOW = `?::timestamptz + interval '${KEPT_DAYS} days'`;

/** This many days after that moment. */
export const keptFor = (days: number, moment: string): string =>
  `${moment} < ?::timestamptz - interval '${days - KEPT_DAYS} days'`;
