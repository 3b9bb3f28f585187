import { escapeMarkdown } from "./markdown.rules.ts";
import type { PolicyRevision } from "./policy-writer.ts";

/** The table at the top of a policy, and the rows of its revision history, as `render-policy.rules.ts` writes them. */
const VERSION = /^\| Version \| (\d{1,7}) \|$/m;
const DATE = /^\| Date \| [^|\n]{1,40} \|$/m;
const HISTORY =
  /^\| Version \| Date \| Author \| Change \|\n\| --- \| --- \| --- \| --- \|(?:\n\|[^\n]*\|)*/m;

/** The version that the text of a policy states at its top; null if it states none. */
export function statedVersion(content: string): number | null {
  const stated = VERSION.exec(content)?.[1];
  return stated === undefined ? null : Number(stated);
}

/** The text with the version and its date at the top, and a new row in the revision history. */
export function stateRevision(content: string, { version, date, author, change }: PolicyRevision): string {
  const row = `| ${version} | ${date} | ${escapeMarkdown(author)} | ${escapeMarkdown(change)} |`;
  return content
    .replace(VERSION, () => `| Version | ${version} |`)
    .replace(DATE, () => `| Date | ${date} |`)
    .replace(HISTORY, (rows) => `${rows}\n${row}`);
}
