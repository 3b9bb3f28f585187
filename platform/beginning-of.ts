const FIRST_HALF = /[\ud800-\udbff]$/;

/**
 * At most the first `most` UTF-16 units of a text, without half of a surrogate pair at the end, which
 * PostgreSQL refuses in JSON.
 */
export const beginningOf = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(FIRST_HALF, "");
