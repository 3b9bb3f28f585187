let latest = 0;

/** Notes when the service sent an answer, by its own clock. An answer from the browser's cache may be an old one. */
export function noteServerTime({ headers }: Pick<Response, "headers">): void {
  const sent = Date.parse(headers.get("date") ?? "");
  if (sent > latest) latest = sent;
}

/** When the service sent its latest answer, as ISO 8601; null before the first one. */
export const serverTime = (): string | null => (latest === 0 ? null : new Date(latest).toISOString());
