import { dropLines, dropMissing, openCopy, type Copy } from "./copy-edits.ts";
import { LISTS, type Leaf } from "./leaves.ts";

/** The changes of a copy, and what prevents the removal of the feature. */
export interface RemovedFeature {
  files: number;
  /** The number of further tests that were removed with it. */
  tests: number;
  /** The number of lines removed from files that list features. */
  lines: number;
  obstacles: string[];
}

/** Removes tests that need removed files or events, and tests that need those; returns their number. */
function dropTests(copy: Copy, kinds: readonly string[]): number {
  const isBroken = (file: string): boolean =>
    file.startsWith("test/") &&
    (copy.missingOf(file).length > 0 || kinds.some((kind) => copy.read(file).includes(`"${kind}"`)));
  const broken = copy.sources().filter(isBroken);
  broken.forEach(copy.remove);
  return broken.length === 0 ? 0 : broken.length + dropTests(copy, kinds);
}

const KIND = /^ {2}"([a-z_]+\.[a-z_]+)": /gm;

/** The kinds of events that these files define. */
const kindsIn = (copy: Copy, files: readonly string[]): string[] =>
  files
    .filter((file) => file.endsWith(".events.ts"))
    .flatMap((file) => [...copy.read(file).matchAll(KIND)].map(([, kind]) => kind!));

const QUOTED = /(?<=^\| level .*\n\|[- |]*\n)((?:\| \d+ .*\n)+)/m;

/** Removes its level from the table, and from the quoted table. */
function dropLevel(copy: Copy, name: string): void {
  const table = JSON.parse(copy.read("domain/levels.json")) as { levels: string[][] };
  const levels = table.levels
    .map((folders) => folders.filter((folder) => folder !== name))
    .filter((folders) => folders.length > 0);
  copy.write("domain/levels.json", `${JSON.stringify({ ...table, levels }, null, 2)}\n`);
  const rows = levels.map(
    (folders, i) => `| ${i} | ${folders.map((folder) => `\`${folder}\``).join(", ")} | |\n`,
  );
  copy.write(
    "docs/architecture.md",
    copy.read("docs/architecture.md").replace(QUOTED, () => rows.join("")),
  );
}

/** Removes a feature from the copy at `root`: its files, its lines in lists, and tests that need it. */
export function removeFeature(root: string, { name, files: patterns, lines = {} }: Leaf): RemovedFeature {
  const copy = openCopy(root);
  const files = patterns.flatMap(copy.find);
  const kinds = kindsIn(copy, files);
  files.forEach(copy.remove);
  const imports = LISTS.filter(copy.has).map((list) => dropMissing(copy, list));
  const named = Object.entries(lines).map(([list, texts]) =>
    dropLines(copy, list, (line) => texts.some((text) => line.includes(text))),
  );
  dropLevel(copy, name);
  const tests = dropTests(copy, kinds);
  const obstacles = copy
    .sources()
    .flatMap((file) => copy.missingOf(file).map((target) => `${file} imports ${target}`));
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  return { files: files.length, tests, lines: sum([...imports, ...named]), obstacles };
}
