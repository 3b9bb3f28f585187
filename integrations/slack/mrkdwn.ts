const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Text of people or documents inside a message, escaped so that it contains no links or mentions. At most
 * `most` characters.
 */
export function mrkdwn(text: string, most = 3_000): string {
  let written = "";
  /** The longest beginning that leaves room for the ellipsis. */
  let shortened = "";
  for (const char of text) {
    written += ESCAPED[char] ?? char;
    if (written.length > most) return `${shortened}…`;
    if (written.length < most) shortened = written;
  }
  return written;
}
