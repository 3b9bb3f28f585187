import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

/*
 * A child reads one document and ends, so what it loads counts: half of its processor time went into stripping
 * types and finding some 150 modules. One bundle, made when the parent starts, with a piece for each format,
 * saves that. Each parent has its own and children can only read it, so no document can leave anything in it
 * for the next; for the same reason there is no compile cache, which children would have to write.
 */

const SOURCE = join(import.meta.dirname, "parser", "main.ts");
/** Packages that find native code or WebAssembly beside themselves stay where they are. */
const IN_PLACE = ["sharp", "@hyzyla/pdfium"];
const OUTPUT = "main.mjs";

export interface ParserProgram {
  /** The module which a child runs. */
  main: string;
  /** Removes it from the disk: afterwards no child can be started. */
  remove(): void;
}

/** Bundles the parsers into a folder of their own, in about a third of a second. */
export function buildParserProgram(): ParserProgram {
  // The real path: permission is checked after symbolic links.
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "parser-"));
  const alias = Object.fromEntries(IN_PLACE.map((name) => [name, fileURLToPath(import.meta.resolve(name))]));
  const source = JSON.stringify(pathToFileURL(SOURCE).href);
  buildSync({
    entryPoints: [SOURCE],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
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
  return { main: join(folder, OUTPUT), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
