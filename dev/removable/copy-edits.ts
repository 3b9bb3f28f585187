import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const SOURCES =
  "{api,domain,retrieval,extraction,workflows,activities,runtime,workers,integrations,platform,dev,bench,testkit,test}/**/*.{ts,mjs}";
const MODULE = /(?:from|import|import\() ?"(\.[^"]+)"/g;
const STATEMENT = /^(?:import|export) (?:type )?\{([^}]*)\} from "(\.[^"]+)";\n/gm;

const targetOf = (file: string, source: string): string => path.posix.join(path.posix.dirname(file), source);

/** The source of generated types is not in the repository. */
const isGenerated = (file: string): boolean => file.endsWith(".d.ts");

/**
 * An entry of a list: a bare name, spread or called, a member of a type, a property with this value, or an object that
 * contains the name.
 */
const isEntry = (line: string, name: string): boolean =>
  new RegExp(`^\\s*(?:\\w+: |\\{ ).*\\b${name}\\b.*,$`).test(line) ||
  new RegExp(`^\\s*(?:\\w+: )?(?:\\.\\.\\.)?${name}(?:\\([^()]*\\))?(?: &|[,;])?$`).test(line);

/** A line without the names, if it is a bracketed list. */
const withoutNames = (line: string, names: readonly string[]): string =>
  names.reduce(
    (left, name) => left.replace(new RegExp(`(?<=\\[.*)\\b${name}, |, ${name}\\b(?=.*\\])`), ""),
    line,
  );

/** A copy of the repository, with the edits that remove a feature. */
export function openCopy(root: string) {
  const at = (file: string): string => path.join(root, file);
  const has = (file: string): boolean => existsSync(at(file));
  const read = (file: string): string => readFileSync(at(file), "utf8");
  const edited = new Set<string>();
  const write = (file: string, text: string): void => {
    if (read(file) === text) return;
    edited.add(file);
    writeFileSync(at(file), text);
  };
  const remove = (file: string): void => rmSync(at(file), { force: true });
  const sources = (): string[] => globSync(SOURCES, { cwd: root });
  const find = (pattern: string): string[] =>
    globSync(pattern, { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  /** Imports of missing files. */
  const missingOf = (file: string): string[] =>
    [...read(file).matchAll(MODULE)]
      .map(([, source = ""]) => targetOf(file, source))
      .filter((target) => !has(target) && !isGenerated(target));
  return { has, read, write, edited, remove, sources, find, missingOf };
}

export type Copy = ReturnType<typeof openCopy>;

/** Removes lines from a file, fixing the end of type lists and JSON. Returns their number. */
export function dropLines(copy: Copy, file: string, isGone: (line: string) => boolean): number {
  const kept: string[] = [];
  const all = copy.read(file).split("\n");
  for (const line of all) {
    if (!isGone(line)) kept.push(line);
    else if (line.endsWith(";") && kept.at(-1)?.endsWith(" &")) kept.push(kept.pop()!.replace(/ &$/, ";"));
    else if (!line.endsWith(",") && file.endsWith(".json")) kept.push(kept.pop()!.replace(/,$/, ""));
  }
  copy.write(file, kept.join("\n"));
  return all.length - kept.length;
}

/** Removes imports of missing files from a list; returns the number of lines. */
export function dropMissing(copy: Copy, list: string): number {
  const names: string[] = [];
  let imports = 0;
  const text = copy.read(list).replaceAll(STATEMENT, (statement: string, named: string, source: string) => {
    if (copy.has(targetOf(list, source))) return statement;
    imports += statement.split("\n").length - 1;
    const all = named.split(",").map((name) => name.replace(/^\s*type /, "").trim());
    names.push(...all.filter((name) => name !== ""));
    return "";
  });
  const lines = text.split("\n").map((line) => withoutNames(line, names));
  copy.write(list, lines.join("\n"));
  return imports + dropLines(copy, list, (line) => names.some((name) => isEntry(line, name)));
}
