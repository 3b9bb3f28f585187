import { describe, expect, it } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";

/** What the image can run: its own commands and those of docs/operations.md. */
const IMAGE_ENTRIES = [
  "api/main.ts",
  "workers/main.ts",
  "retrieval/main.ts",
  "extraction/parser/main.ts",
  "retrieval/embedding/embedding-worker.ts",
  "retrieval/rerank/cross-encoder-worker.ts",
  "dev/migrate.ts",
  "dev/create-admin.ts",
  "dev/seed.ts",
  "dev/verify-audit.ts",
  "dev/rotate-keys.ts",
  "dev/rebuild-index.ts",
];
/** Only value imports: Node strips types. */
const IMPORT =
  /^(?:import|export)(?!\s+type\b)(?:[^;"']*\sfrom)?\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;
/** n8n provides it to community packages. */
const BROUGHT = ["n8n-workflow"];

type Manifest = Record<"dependencies" | "devDependencies", Record<string, string>>;

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;

const { dependencies, devDependencies } = readManifest(".");
/** The console is a workspace with its own packages. */
const ofConsole = Object.keys(readManifest("web").devDependencies);

const importsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(IMPORT)]
    .map(([, named, lazy]) => (named ?? lazy)!)
    .filter((source) => !source.includes("${"));

/** `@scope/name` or `name`; null for a file or a Node module. */
function packageOf(source: string): string | null {
  if (/^[./]|^node:/.test(source) || builtinModules.includes(source)) return null;
  return source.split("/", source.startsWith("@") ? 2 : 1).join("/");
}

const packagesOf = (file: string): string[] => importsOf(file).flatMap((source) => packageOf(source) ?? []);

/** All files that the entry point loads, including itself. */
function filesOf(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const source of importsOf(entry))
    if (source.startsWith(".")) filesOf(path.posix.join(path.posix.dirname(entry), source), seen);
  return seen;
}

describe("packages", () => {
  it("are all declared, for each of our programs", () => {
    const files = globSync("*/**/*.{ts,tsx,mjs,js}", {
      exclude: ["**/node_modules/**", "**/dist/**", "coverage/**", "dev/clients/tours/**"],
    });
    expect(files).toEqual(expect.arrayContaining(["dev/setup/temporal-from-sdk.mjs", "web/src/main.tsx"]));
    const declared = [...Object.keys(dependencies), ...Object.keys(devDependencies), ...BROUGHT];
    const allowedIn = (file: string): string[] => (file.startsWith("web/") ? ofConsole : declared);
    const missing = files.flatMap((file) =>
      packagesOf(file)
        .filter((name) => !allowedIn(file).includes(name))
        .map((name) => `${file} imports ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it.each(IMAGE_ENTRIES)("of %s are in the image, which has no development packages", (entry) => {
    const files = [...filesOf(entry)];
    expect(files.length).toBeGreaterThan(1);
    const missing = files.flatMap((file) =>
      packagesOf(file)
        .filter((name) => !(name in dependencies))
        .map((name) => `${file} imports ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it("of every command documented for the image are checked", () => {
    const texts = ["docker-compose.yml", "README.md", ...globSync("docs/**/*.md")];
    const named = texts.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/run --rm \w+ node (\S+\.ts)/g)].map(([, entry]) => entry),
    );
    expect(named).toContain("dev/verify-audit.ts");
    expect(named.filter((entry) => !IMAGE_ENTRIES.includes(entry!))).toEqual([]);
  });
});
