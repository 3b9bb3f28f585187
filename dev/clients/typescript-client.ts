import { copyFile, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { ClientLanguage } from "./client-language.ts";
import { ensureTypescriptGenerator } from "./ensure-generators.ts";

/** Fields with a default are optional. */
const GENERATOR_OPTIONS = ["--default-non-nullable", "false", "--output", "schema.d.ts"];
const COMPILER_OPTIONS =
  "--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2024 --types node --allowImportingTsExtensions";

/** openapi-typescript for the types, openapi-fetch for the calls. */
export const typescriptClient: ClientLanguage = {
  name: "typescript",
  async prepare(parent, environment) {
    const home = await ensureTypescriptGenerator();
    const folder = join(parent, "typescript");
    await mkdir(folder);
    await symlink(join(home, "node_modules"), join(folder, "node_modules"));
    await copyFile(join(import.meta.dirname, "tours", "tour.ts"), join(folder, "tour.mts"));
    const node = (script: string, ...args: string[]) => ({
      program: process.execPath,
      args: [script, ...args],
      folder,
      environment,
    });
    const generator = join(home, "node_modules", "openapi-typescript", "bin", "cli.js");
    const compiler = join(home, "node_modules", "typescript", "bin", "tsc");
    return [
      { name: "generated", program: node(generator, "../openapi.json", ...GENERATOR_OPTIONS) },
      { name: "compiled", program: node(compiler, ...COMPILER_OPTIONS.split(" "), "tour.mts") },
      { name: "tour", program: node("tour.mts") },
    ];
  },
};
