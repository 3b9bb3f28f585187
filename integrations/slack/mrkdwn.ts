const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Text of people or documents inside a message, escaped so that it contains no links or mentions. At most
 * `most` characters.
 */
export function mrkdwn(text: string, most = 3_000): string {
  let written = "";
  for (const char of text) {
    const next = ESCAPED[char] ?? char;
    if (written.length + next.length > most - 1) return `${written}…`;
    written += next;
  }
  return written;
}
