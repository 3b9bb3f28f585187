import { existsSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../platform/process/start-error.ts";

const PROGRAM = join(import.meta.dirname, "dist", "main.mjs");

/** The module that children run: `npm start`, `npm test` and the image bundle it (`dev/setup/parsers.mjs`). */
export function parserProgram(): string {
  if (existsSync(PROGRAM)) return PROGRAM;
  throw new StartError("The parsers are not bundled: run `node dev/setup.mjs`", PROGRAM);
}
