import path from "node:path";
import { dropLines, dropMissing, openCopy, type Copy } from "./copy-edits.ts";
import { LISTS, type Leaf } from "./leaves.ts";

/** The changes of a copy, and what prevents the removal of the feature. */
export interface RemovedFeature {
  files: number;
  /** The number of further tests that were removed with it. */
  tests: number;
  /** The number of lines removed from files that list features. */
  lines: number;
  /** Files that were changed. */
  edited: string[];
  obstacles: string[];
}

const snapshotOf = (test: string): string =>
  path.posix.join(path.posix.dirname(test), "__snapshots__", `${path.posix.basename(test)}.snap`);

/** The console keeps the events and types of all features. */
const CONSOLE = /from "(?:\.\.\/)+web\//;

/**
 * Removes tests of the console, those that need removed files, those that name an event or a path of the
 * feature, and tests that need those; returns their number.
 */
function dropTests(copy: Copy, names: readonly string[]): number {
  const isBroken = (file: string): boolean =>
    file.startsWith("test/") &&
    (copy.missingOf(file).length > 0 ||
      CONSOLE.test(copy.read(file)) ||
      names.some((name) => copy.read(file).includes(name)));
  const broken = copy.sources().filter(isBroken);
  broken.forEach(copy.remove);
  broken.map(snapshotOf).forEach(copy.remove);
  return broken.length === 0 ? 0 : broken.length + dropTests(copy, names);
}

const KIND = /^ {2}"([a-z_]+\.[a-z_]+)": /gm;

/** A path of at least two parts, or one that is not also a word of other features. */
const PATH = /"(\/(?:[a-z0-9_-]+\/)+[a-z_]+|\/mcp)"/g;

const found = (copy: Copy, files: readonly string[], pattern: RegExp): string[] =>
  files.flatMap((file) => [...copy.read(file).matchAll(pattern)].map(([, name]) => name!));

/** The events and paths that these files define, as tests name them. */
const namesIn = (copy: Copy, files: readonly string[]): string[] => [
  ...found(
    copy,
    files.filter((file) => file.endsWith(".events.ts")),
    KIND,
  ).map((kind) => `"${kind}"`),
  ...found(
    copy,
    files.filter((file) => file.endsWith(".routes.ts")),
    PATH,
  ),
];

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
  const names = namesIn(copy, files);
  files.forEach(copy.remove);
  const imports = LISTS.filter(copy.has).map((list) => dropMissing(copy, list));
  const named = Object.entries(lines).map(([list, texts]) =>
    dropLines(copy, list, (line) => texts.some((text) => line.includes(text))),
  );
  dropLevel(copy, name);
  const tests = dropTests(copy, names);
  const obstacles = copy
    .sources()
    .flatMap((file) => copy.missingOf(file).map((target) => `${file} imports ${target}`));
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  return {
    files: files.length,
    tests,
    lines: sum([...imports, ...named]),
    edited: [...copy.edited],
    obstacles,
  };
}
