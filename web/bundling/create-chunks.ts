import { join } from "node:path";
import type { Rolldown } from "vite";

type Graph = Pick<Rolldown.ChunkingContext, "getModuleInfo">;

const ENTRY = join(import.meta.dirname, "..", "src", "main.tsx");
/** Few screens need them. */
const LATE = /node_modules\/(pdfjs-dist|markdown-it|diff|uqr)\//;

/** The modules that the entry imports, directly or through others. */
function modulesOfEntry(graph: Graph): ReadonlySet<string> {
  const found = new Set([ENTRY]);
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** A few files instead of one for each set of screens that share a module: each request costs time before the first paint. */
export function createChunks(): Rolldown.CodeSplittingOptions {
  let first: ReadonlySet<string> | undefined;
  return {
    groups: [
      { name: "pdf-viewer", test: /node_modules\/pdfjs-dist\// },
      {
        name: (id, graph) => {
          first ??= modulesOfEntry(graph);
          return first.has(id) ? (id.includes("node_modules") ? "packages" : "first") : null;
        },
        debugName: "first",
      },
      { name: "shared", test: (id) => !LATE.test(id), minShareCount: 3 },
    ],
  };
}
