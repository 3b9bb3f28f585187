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
import { makeScratchFolder, removeFolders, removeLostScratch } from "../platform/blobs/scratch.ts";

/*
 * A child reads one document and ends, so loading time matters: half of its processor time went into
 * stripping types and resolving some 150 modules. One bundle, built when the parent starts, with a chunk for
 * each format, avoids that. Parents with the same code share it under the hash of its content, so a killed
 * parent leaves nothing unusable. Children can only read the bundle, so no document can leave anything for
 * the next; for the same reason there is no compile cache, which children would have to write.
 */

const SOURCE = join(import.meta.dirname, "parser", "main.ts");
/** Packages that load native code, WebAssembly or data from their own folder are not bundled. */
const IN_PLACE = ["sharp", "@hyzyla/pdfium", "pdfmake"];
const OUTPUT = "main.mjs";
const OTHERS_WRITE = 0o022;
const BUNDLE = /^[0-9a-f]{32}$/;
/** A bundle unused for this long belongs to older code. A process that still needs it builds it again. */
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
    // OCR and its data are located relative to the source, and bundled CommonJS requires Node's modules.
    define: { "import.meta.url": source },
    banner: {
      js: `import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(${source});`,
    },
    logLevel: "error",
  });
  // esbuild's service would otherwise keep running in this process, with 150 MB of memory.
  void stop();
  return outputFiles;
}

const sharedFolder = (temporary: string): string => join(temporary, `parsers-${userInfo().uid}`);

/** A temporary folder that only this user can write to, so its contents are ours. */
function ownFolder(temporary: string): string {
  const { uid } = userInfo();
  const folder = sharedFolder(temporary);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const found = lstatSync(folder);
  const isOurs = found.isDirectory() && found.uid === uid && (found.mode & OTHERS_WRITE) === 0;
  const own = isOurs ? folder : makeScratchFolder("parsers", temporary);
  // Children with another user read it.
  chmodSync(own, 0o755);
  return own;
}

/**
 * Whether all files are present, byte for byte: others clean up temporary folders, and power failures
 * truncate files.
 */
function holds(folder: string, files: readonly OutputFile[]): boolean {
  try {
    return files.every(({ path, contents }) => readFileSync(join(folder, basename(path))).equals(contents));
  } catch {
    return false;
  }
}

/**
 * The folder appears complete or not at all. If two processes write it at once, one wins and the other uses
 * its result.
 */
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
 * Bundles the parsers, in about a third of a second, into a folder that only this user can change. Returns
 * the module that children run.
 */
export function buildParserProgram(temporary = tmpdir()): string {
  const files = bundle();
  const hash = createHash("sha256");
  for (const { path, contents } of files) hash.update(`${path}\n${contents.length}\n`).update(contents);
  // The real path: permissions apply after symbolic links.
  const folder = join(ownFolder(realpathSync(temporary)), hash.digest("hex").slice(0, 32));
  if (!holds(folder, files)) {
    rmSync(folder, { recursive: true, force: true });
    place(folder, files);
  }
  chmodSync(folder, 0o755);
  recordUse(folder);
  return join(folder, OUTPUT);
}

function recordUse(folder: string): void {
  const now = new Date();
  utimesSync(folder, now, now);
}

/** Returns the built module; builds it again if someone cleaned up temporary folders. */
export function useParserProgram(program: string): string {
  try {
    accessSync(program);
    recordUse(dirname(program));
    return program;
  } catch {
    return buildParserProgram(dirname(dirname(dirname(program))));
  }
}

/** Removes bundles of older code and partial ones; returns their number. */
export async function removeOldBundles(temporary = tmpdir()): Promise<number> {
  const folder = sharedFolder(temporary);
  const before = Date.now() - UNUSED_MS;
  const old = await removeFolders(folder, (name, { mtimeMs }) => BUNDLE.test(name) && mtimeMs < before);
  return old + (await removeLostScratch(folder));
}
