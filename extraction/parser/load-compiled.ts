import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";

/** A script of the program, and what it exports. */
export interface Compiled<T> {
  script: Script;
  exports: T;
}

type Run = (require: NodeJS.Require, module: { exports: unknown }, exports: unknown) => void;

/** The folder of the program: see `dev/setup/parsers.mjs`. */
const FOLDER = dirname(process.argv[1] ?? "");

/** Undefined if the set-up could not make it; without it, V8 compiles the source. */
function readCode(name: string): Buffer | undefined {
  try {
    return readFileSync(join(FOLDER, name));
  } catch {
    return undefined;
  }
}

/**
 * Loads a script as a module, with the code that V8 made of it in advance: compiling takes as long as reading a short
 * document. V8 refuses code of another version or processor.
 */
export function loadCompiled<T>(name: string): Compiled<T> {
  const filename = join(FOLDER, `${name}.cjs`);
  const cachedData = readCode(`${name}.code`);
  const script = new Script(readFileSync(filename, "utf8"), {
    filename,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const module = { exports: {} };
  const run = script.runInThisContext() as Run;
  run(createRequire(filename), module, module.exports);
  return { script, exports: module.exports as T };
}
