import { build } from "esbuild";
import { cp, copyFile, mkdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { REPOSITORY } from "../setup/locations.mjs";

export const NODE_PACKAGE = join(REPOSITORY, "integrations", "n8n", "node");
/** The package's files outside `dist`. */
const PAPERS = ["package.json", "README.md", "LICENSE.md"];

interface Manifest {
  name: string;
  n8n: { nodes: string[]; credentials: string[] };
}

/** `dist/nodes/X/X.node.js` is built from `src/nodes/X/X.node.ts`. */
const sourceOf = (file: string): string => file.replace(/^dist\//, "src/").replace(/\.js$/, ".ts");

/** Bundles each file of n8n's list into one CommonJS file without dependencies. */
async function buildFile(file: string, target: string): Promise<void> {
  const outfile = join(target, file);
  await build({
    entryPoints: [join(NODE_PACKAGE, sourceOf(file))],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["n8n-workflow"],
    logLevel: "error",
  });
}

/** Builds the package for publishing into a folder; returns its name. */
export async function buildNode(target: string): Promise<string> {
  const { name, n8n } = JSON.parse(await readFile(join(NODE_PACKAGE, "package.json"), "utf8")) as Manifest;
  await rm(join(target, "dist"), { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const file of [...n8n.nodes, ...n8n.credentials]) await buildFile(file, target);
  await cp(join(NODE_PACKAGE, "src", "icons"), join(target, "dist", "icons"), { recursive: true });
  for (const file of n8n.nodes) {
    const codex = `${basename(file, ".js")}.json`;
    await cp(join(NODE_PACKAGE, dirname(sourceOf(file)), codex), join(target, dirname(file), codex));
  }
  if (target !== NODE_PACKAGE)
    for (const paper of PAPERS) await copyFile(join(NODE_PACKAGE, paper), join(target, paper));
  return name;
}
