import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "../setup/locations.mjs";

/** What decides how the console is built: its own files, and the rules of the domain that it shares. Types do not. */
const INPUTS = [
  "web/{src,public}/**/*.*",
  "web/{index.html,package.json,tsconfig.json,vite.config.ts}",
  "domain/**/*.{rules,data}.ts",
  "package-lock.json",
];
const GENERATED = "web/src/http/schema.d.ts";
const MARK = join(REPOSITORY, "web", "dist", "built-of");

/** One text for one content of all inputs. */
export function hashOfInputs(): string {
  const hash = createHash("sha256");
  const files = globSync(INPUTS, { cwd: REPOSITORY }).filter((file) => file !== GENERATED);
  for (const file of files.toSorted()) hash.update(`${file}\n`).update(readFileSync(join(REPOSITORY, file)));
  return hash.digest("hex");
}

/** Whether web/dist was built of the files as they are now. */
export const isConsoleBuilt = (hash: string): boolean =>
  existsSync(MARK) && readFileSync(MARK, "utf8") === hash;

/** The last thing of a build: one that was interrupted does not count. */
export const markConsoleBuilt = (hash: string): void => writeFileSync(MARK, hash);
