import { readFileSync } from "node:fs";
import path from "node:path";

const STYLE = path.join(import.meta.dirname, "../../docs/style.md");

/** The rows of the table of names in docs/style.md: each word and its replacement. */
function readTable(): ReadonlyMap<string, string> {
  const [, section = ""] = readFileSync(STYLE, "utf8").split("\n## Names\n");
  const rows = section.split("\n## ")[0]!.matchAll(/^\| (`[^|]+)\|([^|]+)\|$/gm);
  return new Map(
    [...rows].flatMap(([, words = "", instead = ""]) =>
      [...words.matchAll(/`([^`]+)`/g)].map(([, word]) => [word!, instead.trim()] as const),
    ),
  );
}

const RETIRED = readTable();

/** Names that others see or store, such as fields of stored rows and activities in recorded histories. */
const ALLOWED = [
  /^(?:gatherReport|tellWhatsappReading)$/,
  /^way$/,
  /^(?:said|asked)_?(?:by|at)$/i,
  /^heardBy$/,
  /upstream[-_]?accounts?/i,
  /^UPSTREAM_ALLOWED_CIDRS$/,
];

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Why a name is refused, with the word to use; null if it is allowed. */
export function retiredName(name: string): string | null {
  if (ALLOWED.some((allowed) => allowed.test(name))) return null;
  const word = wordsOf(name).find((one) => RETIRED.has(one));
  return word === undefined
    ? null
    : `\`${name}\` has the retired word \`${word}\`: use ${RETIRED.get(word)} (docs/style.md)`;
}
