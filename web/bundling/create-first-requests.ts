import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { beginRequests, type FirstFiles } from "./begin-requests.ts";

const ROUTES = ["router.tsx", "settings-routes.ts"].map((name) =>
  join(import.meta.dirname, "..", "src", name),
);
const LANGUAGES = ["en", "de"];
/** The letters of both languages. */
const FONT = /\/inter-latin-wght-normal-.*\.woff2$/;

interface Route {
  /** A regular expression of the paths. */
  path: string;
  module: string;
}

const routesIn = (source: string): Route[] =>
  [...source.matchAll(/ path: "([^"]+)",.*?import\("\.\/([^"]+)"\)/gs)].map(([, path, module]) => ({
    path: `^${path!.replaceAll(/\$\w+/g, "[^/]+")}$`,
    module: module!,
  }));

/** The chunk of a module and what it imports. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], module: string): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${module}`) === true);
  const files = new Set(own === undefined ? [] : [own.fileName]);
  for (const file of files) for (const imported of byName.get(file)!.imports) files.add(imported);
  return [...files];
}

/** The script that requests what the page at hand needs, while the console itself is loading. */
function scriptFor(chunks: readonly Rolldown.OutputChunk[]): string {
  const files: FirstFiles = {
    languages: Object.fromEntries(LANGUAGES.map((name) => [name, filesOf(chunks, `i18n/${name}.ts`)])),
    routes: ROUTES.flatMap((file) => routesIn(readFileSync(file, "utf8"))).map(({ path, module }) => [
      path,
      filesOf(chunks, module),
    ]),
  };
  return `(${beginRequests.toString()})(${JSON.stringify(files)});\n`;
}

/** Begins requests before the console has been loaded: for the screen at this address, its texts and its user. */
export function createFirstRequests(): Plugin {
  let script: { fileName: string; source: string } | undefined;
  return {
    name: "first-requests",
    apply: "build",
    enforce: "post",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const source = scriptFor(Object.values(bundle).filter((output) => output.type === "chunk"));
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        script = { fileName: `assets/first-requests-${hash}.js`, source };
        const font = Object.keys(bundle).find((name) => FONT.test(name));
        return [
          { tag: "script", attrs: { src: `/${script.fileName}` }, injectTo: "head-prepend" },
          // Otherwise it is found once the styles have arrived, and text moves when it follows.
          {
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: "", href: `/${font}` },
            injectTo: "head",
          },
        ];
      },
    },
    generateBundle() {
      if (script !== undefined) this.emitFile({ type: "asset", ...script });
    },
  };
}
