import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensureNodeTool } from "../setup/ensure-node-tool.ts";
import { REPOSITORY } from "../setup/locations.mjs";
import { describeOffline } from "./describe-offline.ts";

const TYPES = join(REPOSITORY, "web", "src", "http", "schema.d.ts");
const GENERATE_MS = 120_000;

/** Installed separately: it needs the compiler of TypeScript 5, while the project has 7. */
const GENERATOR = {
  name: "openapi-typescript",
  version: "7.13.0",
  manifest: { dependencies: { "openapi-typescript": "7.13.0", typescript: "5.9.3" } },
  takes: "some seconds",
};

/** The first line of the file: a hash of its source. */
const markOf = (description: string): string =>
  `// ${createHash("sha256").update(`${GENERATOR.version}\n${description}`).digest("hex")}`;

async function generate(description: string): Promise<string> {
  const home = await ensureNodeTool(GENERATOR);
  const folder = await mkdtemp(join(tmpdir(), "api-types-"));
  try {
    const [source, target] = [join(folder, "openapi.json"), join(folder, "schema.d.ts")];
    await writeFile(source, description);
    const program = join(home, "node_modules", "openapi-typescript", "bin", "cli.js");
    const args = [program, source, "--output", target, "--default-non-nullable", "false"];
    await promisify(execFile)(process.execPath, args, { cwd: home, timeout: GENERATE_MS });
    return await readFile(target, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the API types for the console, unless they are up to date. */
export async function writeApiTypes(): Promise<void> {
  const description = describeOffline();
  const mark = markOf(description);
  if (existsSync(TYPES) && (await readFile(TYPES, "utf8")).startsWith(`${mark}\n`)) return;
  await writeFile(TYPES, `${mark}\n${await generate(description)}`);
}
