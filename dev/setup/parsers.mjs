import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { REPOSITORY } from "./locations.mjs";

/*
 * A child reads one document and ends, so loading time matters: half of its processor time went into
 * stripping types and resolving some 150 modules. A bundle with one script for each format avoids that. V8 compiles the
 * most common ones here, because that took a third of the rest. Children can only read all this, so no document can
 * leave anything for the next; for the same reason there is no compile cache, which children would have to write.
 */

const SOURCE = join(REPOSITORY, "extraction", "parser", "main.ts");
/** Bundled into one script for each format, because V8 keeps the code of scripts only. */
const READER = join(REPOSITORY, "extraction", "parser", "parse-document.ts");
const PARSERS = {
  pdf: "parse-pdf",
  docx: "parse-docx",
  doc: "parse-doc",
  xlsx: "parse-workbook",
  xls: "parse-workbook",
  png: "parse-image",
  jpg: "parse-image",
};
const COMPILER = join("dev", "setup", "compile-parsers.ts");
/** The lock file has the version of Node, on which compiled code depends. */
const COMPILED_WITH = [COMPILER, "package-lock.json"];
const TARGET = join(REPOSITORY, "extraction", "dist");
/** The folder and the sources of the bundle, which contains absolute paths. */
const MARK = join(TARGET, "built-of.json");
/** Packages that load native code, WebAssembly or data from their own folder are not bundled. */
const PDFIUM = "@hyzyla/pdfium";
const IN_PLACE = ["sharp", PDFIUM, "pdfmake", "pdfmake/js/Renderer.js"];

/** Scripts require packages, which may have another file for that. */
const requireHere = createRequire(import.meta.url);

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

/** What all bundles have in common. */
const optionsFor = (alias) => ({
  absWorkingDir: REPOSITORY,
  outdir: TARGET,
  bundle: true,
  write: false,
  metafile: true,
  platform: "node",
  target: "esnext",
  alias,
  external: Object.values(alias),
  // OCR and its data are located relative to the source.
  define: { "import.meta.url": JSON.stringify(pathToFileURL(SOURCE).href) },
  logLevel: "error",
});

const programOptions = (common) => ({
  ...common,
  entryPoints: [SOURCE],
  outExtension: { ".js": ".mjs" },
  splitting: true,
  format: "esm",
  // Bundled CommonJS requires Node's modules.
  banner: {
    js: `import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(${common.define["import.meta.url"]});`,
  },
});

/** The script that reads one format, which contains no other parser. */
function readerOptions(common, format) {
  const pdfium = common.alias[PDFIUM];
  const others = new Set(Object.values(PARSERS).filter((parser) => parser !== PARSERS[format]));
  return {
    ...common,
    alias: { ...common.alias, sharp: requireHere.resolve("sharp") },
    entryPoints: { [`parse-document-${format}`]: READER },
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    supported: { "dynamic-import": false },
    external: [requireHere.resolve("sharp"), ...[...others].map((parser) => `./${parser}.ts`)],
    plugins: [ownAddress(pdfium)],
    // The function that extraction/parser/load-compiled.ts calls.
    banner: { js: "(function (require, module, exports) {" },
    footer: { js: "})" },
  };
}

async function bundle() {
  // Imported late: the same set-up installs it.
  const { build } = await import("esbuild");
  const alias = Object.fromEntries(IN_PLACE.map((name) => [name, fileURLToPath(import.meta.resolve(name))]));
  const common = optionsFor(alias);
  const readers = Object.keys(PARSERS).map((format) => readerOptions(common, format));
  return Promise.all([programOptions(common), ...readers].map((options) => build(options)));
}

/** PDFium finds its WebAssembly beside its own module. */
const ownAddress = (module) => ({
  name: "own-address",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (path !== module) return null;
      const address = JSON.stringify(pathToFileURL(path).href);
      return { contents: readFileSync(path, "utf8").replaceAll("import.meta.url", address) };
    }),
});

/** Each file appears complete or not at all, because the product may be running; the mark is the last. */
function place(name, contents) {
  const staged = join(TARGET, `.${name}.${process.pid}`);
  writeFileSync(staged, contents, { mode: 0o644 });
  renameSync(staged, join(TARGET, name));
}

/** With the Node that runs the product; an older one may be running the set-up. */
const nodeOfProduct = () => {
  const installed = join(REPOSITORY, "node_modules", ".bin", "node");
  return existsSync(installed) ? installed : process.execPath;
};

/** Returns the names of the files. A child without one of them compiles its parser itself. */
function compile() {
  const options = { cwd: REPOSITORY, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };
  return JSON.parse(execFileSync(nodeOfProduct(), [COMPILER], options));
}

const inputsOf = ({ metafile }) =>
  Object.keys(metafile.inputs).map((file) => relative(REPOSITORY, join(REPOSITORY, file)));

/** Bundles the parsers into extraction/dist and compiles the most common ones, in about two seconds. */
export async function buildParsers() {
  const results = await bundle();
  mkdirSync(TARGET, { recursive: true, mode: 0o755 });
  const outputs = results.flatMap(({ outputFiles }) => outputFiles);
  for (const { path, contents } of outputs) place(basename(path), contents);
  const files = [...outputs.map(({ path }) => basename(path)), ...compile()];
  const others = readdirSync(TARGET).filter((name) => !files.includes(name));
  const inputs = new Set([...results.flatMap(inputsOf), ...COMPILED_WITH]);
  const hashes = Object.fromEntries([...inputs].map((file) => [file, hashOf(file)]));
  place(basename(MARK), JSON.stringify({ repository: REPOSITORY, inputs: hashes, files }, null, 2));
  for (const name of others) if (name !== basename(MARK)) rmSync(join(TARGET, name));
}

export const planParsers = async () => async (report) => {
  report("bundling");
  await buildParsers();
  return "in extraction/dist";
};
