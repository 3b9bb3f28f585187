/** An ampersand and a tilde are common in names, and have a meaning only here. */
const SPECIAL = /[\\`*_|[\]<>#]|&(?=#?\w{1,31};)|~(?=~)/g;

/** A caller's text escaped as markdown. */
export const escapeMarkdown = (text: string): string => text.replace(SPECIAL, "\\$&");

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** Cells are markdown already. */
export const tableOf = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(columns), row(columns.map(() => "---")), ...rows.map(row)].join("\n");

export const bulletsOf = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");

export const stepsOf = (items: readonly string[]): string =>
  items.map((item, n) => `${n + 1}. ${item}`).join("\n");
