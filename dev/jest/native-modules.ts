import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { REPOSITORY } from "../setup/locations.mjs";

const TESTS = `${pathToFileURL(REPOSITORY).href.replace(/\/$/, "")}/test/`;
const GLOBALS = "@jest/globals";
const GLOBALS_OF = "jest-globals:";

/** The exports of `@jest/globals` for each test file, by its number. */
const globalsOf = new Map<string, object>();

/** The key under which the module of the globals finds them. */
const KEY = "testGlobalsOf";
Object.defineProperty(globalThis, KEY, { value: globalsOf });

const fileOf = (url: string | undefined): string =>
  url === undefined ? "" : (/\?test-file=(\d+)$/.exec(url)?.[1] ?? "");

const sourceOf = (file: string): string => {
  const names = Object.keys(globalsOf.get(file) ?? {}).join(", ");
  return `export const { ${names} } = globalThis.${KEY}.get("${file}");`;
};

/**
 * Test files, and what they import from test/, are loaded per file; everything else is loaded once per
 * process, so that hundreds of test files need not load the product hundreds of times.
 */
registerHooks({
  resolve(specifier, context, next) {
    const file = fileOf(context.parentURL);
    if (specifier === GLOBALS && file !== "") return { url: GLOBALS_OF + file, shortCircuit: true };
    const resolved = next(specifier, context);
    const isOwn = file !== "" && resolved.url.startsWith(TESTS) && resolved.url.endsWith(".ts");
    return isOwn ? { ...resolved, url: `${resolved.url}?test-file=${file}` } : resolved;
  },
  load(url, context, next) {
    if (!url.startsWith(GLOBALS_OF)) return next(url, context);
    return { format: "module", source: sourceOf(url.slice(GLOBALS_OF.length)), shortCircuit: true };
  },
});

let files = 0;

export interface TestFile {
  provide(globals: object): void;
  /** Loads the file, which declares its tests with the provided globals. */
  load(path: string): Promise<void>;
  forget(): void;
}

/** Prepares loading a test file in this process. */
export function openTestFile(): TestFile {
  files += 1;
  const file = String(files);
  return {
    provide: (globals) => void globalsOf.set(file, globals),
    load: async (path) => void (await import(`${pathToFileURL(path).href}?test-file=${file}`)),
    forget: () => void globalsOf.delete(file),
  };
}
