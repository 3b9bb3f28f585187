import type { HostileClient, HostileInput } from "./hostile-client.ts";

/** The maximum length of a policy. */
const LETTERS = 100_000;

const fill = (piece: string): string => piece.repeat(Math.floor(LETTERS / piece.length));

const table = (rows: number, columns: number): string => {
  const row = `|${"a|".repeat(columns)}\n`;
  return `${row}|${"-|".repeat(columns)}\n${row.repeat(rows)}`;
};

const nested = (depth: number): string =>
  Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}- a`).join("\n");

const TEXTS: Record<string, string> = {
  "a heading of spaces and an odd line end": `# ${" ".repeat(LETTERS - 10)}a\u2028b`,
  "opening brackets": fill("["),
  "openings of links": fill("[a]("),
  "openings of pictures": fill("!["),
  "references without an end": fill("[a]: \n"),
  "emphasis without an end": fill("*a "),
  "emphasis of both kinds": fill("*a_ "),
  "backticks in growing numbers": Array.from({ length: 440 }, (_, n) => `${"`".repeat(n)} `).join(""),
  "nested quotations": fill("> "),
  "nested lists": nested(300),
  "as many list items as fit": fill("- a\n"),
  "a table of 100 by 100": table(100, 100),
  "a table of one wide row": table(1, 16_000),
  "rows of a table without cells": fill("|\n"),
  "entities and markup": fill("&lt;<b>"),
  "comments that do not end": fill("<!--"),
  "one word": fill("a"),
  "one letter with all its accents": `a${"\u0301".repeat(LETTERS - 1)}`,
  "letters of many scripts": fill("a\u05d0\u4e00\u0e01\u{1f600} "),
  "placeholders that do not end": fill("[your "),
  "dates of a review that do not come": fill("next review "),
  "numbered rules": fill("1. must 1 "),
};

async function write(client: HostileClient, content: string): Promise<number> {
  const path = `/api/v1/policies/${client.policyId}`;
  const written = await client.json("PUT", path, { content });
  if (written !== 200) return written;
  const answers = [
    await client.send(`${path}/file?format=pdf`),
    await client.send(`${path}/file?format=docx`),
  ];
  return answers.find((status) => status >= 400) ?? written;
}

/** Markdown, scored and rendered as PDF and as Word. */
export const POLICY_INPUTS: HostileInput[] = Object.entries(TEXTS).map(([name, content]) => ({
  name: `policy: ${name}`,
  send: (client) => write(client, content),
}));
