import { beginningOf } from "../../platform/beginning-of.ts";

const LONGEST = 200;
const CONTROL = /\p{Cc}/gu;

/** A `User-Agent` header as stored: without control characters, at most 200 characters; null if it is empty. */
export const keptUserAgent = (sent: string | undefined): string | null =>
  beginningOf((sent ?? "").toWellFormed().replaceAll(CONTROL, "").trim(), LONGEST).trim() || null;
