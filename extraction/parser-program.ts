import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync, stop, type OutputFile } from "esbuild";
import { makeScratchFolder, removeFolders, removeLostScratch } from "../platform/scratch.ts";

/*
 * A child reads one document and ends, so what it loads counts: half of its processor time went into stripping
 * types and finding some 150 modules. One bundle, made when the parent starts, with a piece for each format,
 * saves that. Parents of the same code share it under the hash of its content, so that one which is killed leaves
 * nothing that the next does not use. Children can only read it, so no document can leave anything in it for the
 * next; for the same reason there is no compile cache, which children would have to write.
 */

const SOURCE = join(import.meta.dirname, "parser", "main.ts");
/** Packages that find native code, WebAssembly or data beside themselves stay where they are. */
const IN_PLACE = ["sharp", "@hyzyla/pdfium", "pdfmake"];
const OUTPUT = "main.mjs";
const OTHERS_WRITE = 0o022;
const BUNDLE = /^[0-9a-f]{32}$/;
/** Of a bundle that nobody has used for so long, the code is an older one. Whoever uses it after all makes it again. */
const UNUSED_MS = 7 * 86_400_000;

function bundle(): OutputFile[] {
  const alias = Object.fromEntries(IN_PLACE.map((name) => [name, fileURLToPath(import.meta.resolve(name))]));
  const source = JSON.stringify(pathToFileURL(SOURCE).href);
  const { outputFiles } = buildSync({
    entryPoints: [SOURCE],
    outdir: "/",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    write: false,
    format: "esm",
    platform: "node",
    target: `node${process.versions.node}`,
    alias,
    external: Object.values(alias),
    // The recogniser and its data are found from the source's place, and bundled CommonJS asks for Node's modules.
    define: { "import.meta.url": source },
    banner: {
      js: `import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(${source});`,
    },
    logLevel: "error",
  });
  // Its service would stay for as long as this process, and 150 MB with it.
  void stop();
  return outputFiles;
}

const sharedFolder = (temporary: string): string => join(temporary, `parsers-${userInfo().uid}`);

/** A folder among the temporary ones that nobody else can write to: what lies in it is ours. */
function ownFolder(temporary: string): string {
  const { uid } = userInfo();
  const folder = sharedFolder(temporary);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const found = lstatSync(folder);
  const isOurs = found.isDirectory() && found.uid === uid && (found.mode & OTHERS_WRITE) === 0;
  const own = isOurs ? folder : makeScratchFolder("parsers", temporary);
  // Read by children that run as somebody else.
  chmodSync(own, 0o755);
  return own;
}

/** Whether all files are there, byte for byte: temporary folders are tidied by others, and power cuts truncate files. */
function holds(folder: string, files: readonly OutputFile[]): boolean {
  try {
    return files.every(({ path, contents }) => readFileSync(join(folder, basename(path))).equals(contents));
  } catch {
    return false;
  }
}

/** Appears whole or not at all. Of two that write the same at once, one comes first and the other takes its work. */
function place(folder: string, files: readonly OutputFile[]): void {
  const staged = makeScratchFolder("bundle", dirname(folder));
  for (const { path, contents } of files) writeFileSync(join(staged, basename(path)), contents);
  try {
    renameSync(staged, folder);
  } catch (error) {
    rmSync(staged, { recursive: true, force: true });
    if (!holds(folder, files)) throw error;
  }
}

/**
 * Bundles the parsers, in about a third of a second, into a folder that only this user can change. Answers the module
 * which a child runs.
 */
export function buildParserProgram(temporary = tmpdir()): string {
  const files = bundle();
  const hash = createHash("sha256");
  for (const { path, contents } of files) hash.update(`${path}\n${contents.length}\n`).update(contents);
  // The real path: permission is checked after symbolic links.
  const folder = join(ownFolder(realpathSync(temporary)), hash.digest("hex").slice(0, 32));
  if (!holds(folder, files)) {
    rmSync(folder, { recursive: true, force: true });
    place(folder, files);
  }
  chmodSync(folder, 0o755);
  noteUse(folder);
  return join(folder, OUTPUT);
}

function noteUse(folder: string): void {
  const now = new Date();
  utimesSync(folder, now, now);
}

/** Answers the module as it was built; builds it again where it is gone, because somebody tidied temporary folders. */
export function useParserProgram(program: string): string {
  try {
    accessSync(program);
    noteUse(dirname(program));
    return program;
  } catch {
    return buildParserProgram(dirname(dirname(dirname(program))));
  }
}

/** Removes bundles of older code, and half made ones; answers how many. */
export async function removeOldBundles(temporary = tmpdir()): Promise<number> {
  const folder = sharedFolder(temporary);
  const before = Date.now() - UNUSED_MS;
  const old = await removeFolders(folder, (name, { mtimeMs }) => BUNDLE.test(name) && mtimeMs < before);
  return old + (await removeLostScratch(folder));
}
