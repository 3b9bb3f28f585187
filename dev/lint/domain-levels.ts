import { readFileSync } from "node:fs";
import path from "node:path";

interface Table {
  /**
   * Folders and files of `domain`, from the lowest level to the highest. Those of one level do not import
   * each other.
   */
  levels: string[][];
}

const TABLE = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../../domain/levels.json"), "utf8"),
) as Table;

/** The parts of the kernel may import each other, and so may the files that list all features. */
const OPEN = new Set([0, TABLE.levels.length - 1]);

interface Level {
  level: number;
  /** The folder, or a file that the table names. */
  folder: string;
}

const holds = (folder: string, file: string): boolean =>
  folder.endsWith(".ts") ? path.posix.matchesGlob(file, folder) : file.startsWith(`${folder}/`);

/** The level of a file in `domain`; null if the table has none. Files named in the table take precedence. */
export function levelOf(file: string): Level | null {
  const inside = path.posix.relative("domain", file);
  const found = TABLE.levels.flatMap((folders, level) =>
    folders.filter((folder) => holds(folder, inside)).map((folder) => ({ level, folder })),
  );
  return found.at(-1) ?? null;
}

/** The problem with a file of `domain` importing values of another; null if there is none. */
export function levelProblem(file: string, target: string): string | null {
  const [from, to] = [levelOf(file), levelOf(target)];
  if (from === null || to === null)
    return `${from === null ? file : target} is in no level of domain/levels.json: add its folder`;
  if (to.level < from.level || to.folder === from.folder) return null;
  if (to.level === from.level && OPEN.has(to.level)) return null;
  return (
    `${file} imports ${target} of a level that is not below its own (domain/levels.json): ` +
    `name a moment that ${to.folder} registers for, pass what is needed as an argument, or move it down`
  );
}

export const domainLevels: Readonly<Table> = TABLE;
