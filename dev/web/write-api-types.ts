import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensureTypescriptGenerator, TYPESCRIPT_GENERATOR_VERSION } from "../clients/ensure-generators.ts";
import { REPOSITORY } from "../setup/locations.mjs";
import { describeOffline } from "./describe-offline.ts";

const TYPES = join(REPOSITORY, "web", "src", "http", "schema.d.ts");
const GENERATE_MS = 120_000;

/** The first line of the file: a hash of its source. */
const markOf = (description: string): string =>
  `// ${createHash("sha256").update(`${TYPESCRIPT_GENERATOR_VERSION}\n${description}`).digest("hex")}`;

async function generate(description: string): Promise<string> {
  const home = await ensureTypescriptGenerator();
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
