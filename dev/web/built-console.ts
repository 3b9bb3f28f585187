import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "../setup/locations.mjs";

/** The inputs of the console's build: its own files, and the domain rules it shares. Types do not count. */
const INPUTS = [
  "web/{src,bundling,public}/**/*.*",
  "web/{index.html,package.json,tsconfig.json,vite.config.ts}",
  "domain/**/*.{rules,data}.ts",
  "package-lock.json",
];
const GENERATED = "web/src/http/schema.d.ts";
const MARK = join(REPOSITORY, "web", "dist", "built-of");

/** A hash of all inputs. */
export function hashOfInputs(): string {
  const hash = createHash("sha256");
  const files = globSync(INPUTS, { cwd: REPOSITORY }).filter((file) => file !== GENERATED);
  for (const file of files.toSorted()) hash.update(`${file}\n`).update(readFileSync(join(REPOSITORY, file)));
  return hash.digest("hex");
}

/** Whether web/dist was built from the current files. */
export const isConsoleBuilt = (hash: string): boolean =>
  existsSync(MARK) && readFileSync(MARK, "utf8") === hash;

/** The last step of a build, so that an interrupted one does not count. */
export const markConsoleBuilt = (hash: string): void => writeFileSync(MARK, hash);
