import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { REPOSITORY } from "../setup/locations.mjs";

const TESTS = `${pathToFileURL(REPOSITORY).href.replace(/\/$/, "")}/test/`;
const GLOBALS = "@jest/globals";
const GLOBALS_OF = "jest-globals:";

/** What `@jest/globals` exports in each test file, by the number of the file. */
const globalsOf = new Map<string, object>();

/** Where the module of the globals finds them. */
const KEY = "testGlobalsOf";
Object.defineProperty(globalThis, KEY, { value: globalsOf });

const fileOf = (url: string | undefined): string =>
  url === undefined ? "" : (/\?test-file=(\d+)$/.exec(url)?.[1] ?? "");

const sourceOf = (file: string): string => {
  const names = Object.keys(globalsOf.get(file) ?? {}).join(", ");
  return `export const { ${names} } = globalThis.${KEY}.get("${file}");`;
};

/**
 * Every test file, and what it imports from test/, is a module of its own; all the rest is loaded once for each process, so
 * that hundreds of test files need not load the product hundreds of times.
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
  /** Loads the file, which declares its tests by what was provided. */
  load(path: string): Promise<void>;
  forget(): void;
}

/** A test file that is about to be loaded in this process. */
export function openTestFile(): TestFile {
  files += 1;
  const file = String(files);
  return {
    provide: (globals) => void globalsOf.set(file, globals),
    load: async (path) => void (await import(`${pathToFileURL(path).href}?test-file=${file}`)),
    forget: () => void globalsOf.delete(file),
  };
}
