/** The formats of a filter, by the names that the search knows. */
export const FORMATS = {
  pdf: ["pdf"],
  word: ["docx", "doc"],
  excel: ["xlsx", "xls"],
  picture: ["png", "jpg", "jpeg"],
} as const;
export type Format = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as Format[];
