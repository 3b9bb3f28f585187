import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { REPOSITORY } from "./locations.mjs";

/*
 * A child reads one document and ends, so loading time matters: half of its processor time went into
 * stripping types and resolving some 150 modules. One bundle with a chunk for each format avoids that.
 * Children can only read it, so no document can leave anything for the next; for the same reason there is no
 * compile cache, which children would have to write.
 */

const SOURCE = join(REPOSITORY, "extraction", "parser", "main.ts");
const TARGET = join(REPOSITORY, "extraction", "dist");
/** The folder and the sources of the bundle, which contains absolute paths. */
const MARK = join(TARGET, "built-of.json");
/** Packages that load native code, WebAssembly or data from their own folder are not bundled. */
const IN_PLACE = ["sharp", "@hyzyla/pdfium", "pdfmake"];

const hashOf = (file) =>
  createHash("sha256")
    .update(readFileSync(join(REPOSITORY, file)))
    .digest("hex");

export function areParsersFresh() {
  try {
    const { repository, inputs, files } = JSON.parse(readFileSync(MARK, "utf8"));
    const present = new Set(readdirSync(TARGET));
    return (
      repository === REPOSITORY &&
      files.every((file) => present.has(file)) &&
      Object.entries(inputs).every(([file, hash]) => hashOf(file) === hash)
    );
  } catch {
    return false;
  }
}

async function bundle() {
  // Imported late: the same set-up installs it.
  const { build } = await import("esbuild");
  const alias = Object.fromEntries(IN_PLACE.map((name) => [name, fileURLToPath(import.meta.resolve(name))]));
  const source = JSON.stringify(pathToFileURL(SOURCE).href);
  return build({
    entryPoints: [SOURCE],
    absWorkingDir: REPOSITORY,
    outdir: TARGET,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "esnext",
    alias,
    external: Object.values(alias),
    // OCR and its data are located relative to the source, and bundled CommonJS requires Node's modules.
    define: { "import.meta.url": source },
    banner: {
      js: `import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(${source});`,
    },
    logLevel: "error",
  });
}

/** Each file appears complete or not at all, because the product may be running; the mark is the last. */
function place(name, contents) {
  const staged = join(TARGET, `.${name}.${process.pid}`);
  writeFileSync(staged, contents, { mode: 0o644 });
  renameSync(staged, join(TARGET, name));
}

/** Bundles the parsers into extraction/dist, in about a third of a second. */
export async function buildParsers() {
  const { outputFiles, metafile } = await bundle();
  const inputs = Object.keys(metafile.inputs).map((file) => relative(REPOSITORY, join(REPOSITORY, file)));
  const files = outputFiles.map(({ path }) => basename(path));
  mkdirSync(TARGET, { recursive: true, mode: 0o755 });
  const others = readdirSync(TARGET).filter((name) => !files.includes(name));
  for (const { path, contents } of outputFiles) place(basename(path), contents);
  const hashes = Object.fromEntries(inputs.map((file) => [file, hashOf(file)]));
  place(basename(MARK), JSON.stringify({ repository: REPOSITORY, inputs: hashes, files }, null, 2));
  for (const name of others) if (name !== basename(MARK)) rmSync(join(TARGET, name));
}

export const planParsers = async () => async (report) => {
  report("bundling");
  await buildParsers();
  return "in extraction/dist";
};
