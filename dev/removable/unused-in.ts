import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { REPOSITORY } from "../setup/locations.mjs";

const KNIP = path.join(REPOSITORY, "node_modules", ".bin", "knip");

interface Report {
  issues: ({ file: string } & Record<string, { name: string }[] | string>)[];
}

/** The dead code of a copy, except in the console, one line for each file, export or package. */
export async function unusedIn(copy: string): Promise<string[]> {
  const options = { cwd: copy, maxBuffer: 50_000_000 };
  const args = ["--no-progress", "--reporter", "json"];
  // It ends with 1 when it finds any; other failures leave no JSON.
  const { stdout } = await promisify(execFile)(KNIP, args, options).catch(
    (error: { stdout: string }) => error,
  );
  const { issues } = JSON.parse(stdout) as Report;
  const ours = issues.filter(({ file }) => !file.startsWith("web/"));
  return ours.flatMap(({ file, ...found }) =>
    Object.entries(found).flatMap(([kind, of]) =>
      Array.isArray(of) ? of.map(({ name }) => `${file}: ${kind} ${name}`) : [],
    ),
  );
}
