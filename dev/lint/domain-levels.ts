import { readFileSync } from "node:fs";
import path from "node:path";

interface Table {
  /**
   * Folders and files of `domain`, from the lowest level to the highest. Those of one level do not know each
   * other.
   */
  levels: string[][];
  /** Imports that still violate the order, as `file -> target`; may only become fewer. */
  exceptions: string[];
}

const TABLE = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../../domain/levels.json"), "utf8"),
) as Table;

/** The parts of the kernel may import each other, and so may the files that list all features. */
const OPEN = new Set([0, TABLE.levels.length - 1]);

interface Place {
  level: number;
  /** The folder, or a file that the table names. */
  room: string;
}

const holds = (room: string, file: string): boolean =>
  room.endsWith(".ts") ? path.posix.matchesGlob(file, room) : file.startsWith(`${room}/`);

/** The level of a file in `domain`; null if the table has none. Files named in the table take precedence. */
export function placeOf(file: string): Place | null {
  const inside = path.posix.relative("domain", file);
  const found = TABLE.levels.flatMap((rooms, level) =>
    rooms.filter((room) => holds(room, inside)).map((room) => ({ level, room })),
  );
  return found.at(-1) ?? null;
}

/** The problem with a file of `domain` importing values of another; null if there is none. */
export function levelProblem(file: string, target: string): string | null {
  const [from, to] = [placeOf(file), placeOf(target)];
  if (from === null || to === null)
    return `${from === null ? file : target} is in no level of domain/levels.json: add its folder`;
  if (TABLE.exceptions.includes(`${file} -> ${target}`)) return null;
  if (to.level < from.level || to.room === from.room) return null;
  if (to.level === from.level && OPEN.has(to.level)) return null;
  return (
    `${file} imports ${target} of a level that is not below its own (domain/levels.json): ` +
    `name a moment that ${to.room} registers for, pass what is needed as an argument, or move it down`
  );
}

export const domainLevels: Readonly<Table> = TABLE;
