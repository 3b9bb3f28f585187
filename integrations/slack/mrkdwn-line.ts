import { mrkdwn } from "./mrkdwn.ts";

/** White space, control characters, and those that change the direction of text. */
const BREAKS = /[\s\p{Cc}\p{Bidi_Control}]+/gu;

/** A name or title as part of a line, in which it cannot begin another one that looks like ours. */
export const mrkdwnLine = (text: string, most: number): string =>
  mrkdwn(text.replaceAll(BREAKS, " ").trim(), most);
