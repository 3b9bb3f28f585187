import { join } from "node:path";
import type { Rolldown } from "vite";

type Graph = Pick<Rolldown.ChunkingContext, "getModuleInfo">;

const ENTRY = join(import.meta.dirname, "..", "src", "main.tsx");
/** Components that most screens need, but neither the start page nor the sign-in. */
const FIELDS = "Combobox|FloatingIndicator|Radio|ScrollArea|SegmentedControl|Select|Stepper|Textarea";
/** Their packages, and others like them. */
const SECOND = new RegExp(
  `@mantine/core/esm/components/(${FIELDS})/|react-i18next/dist/es/Trans|html-parse-stringify/`,
);
const IMPORTS_FIELD = new RegExp(`import \\{[^}]*\\b(${FIELDS})\\b[^}]*\\} from "@mantine/core"`);
/** Few screens need them. */
const LATE = /node_modules\/(pdfjs-dist|markdown-it|diff|uqr)\//;

/** The modules that the entry imports, directly or through others. */
function modulesOfEntry(graph: Graph): ReadonlySet<string> {
  const found = new Set([ENTRY]);
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** Whether a module of ours needs one of the second packages, directly or through others. */
function needsSecond(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (id.includes("node_modules") || seen.has(id)) return false;
  seen.add(id);
  const { code, importedIds = [] } = graph.getModuleInfo(id) ?? {};
  return IMPORTS_FIELD.test(code ?? "") || importedIds.some((one) => needsSecond(one, graph, seen));
}

/** A few files instead of one for each set of screens that share a module: each request costs time before the first paint. */
export function createChunks(): Rolldown.CodeSplittingOptions {
  let first: ReadonlySet<string> | undefined;
  const isOfEntry = (id: string, graph: Graph): boolean => (first ??= modulesOfEntry(graph)).has(id);
  return {
    groups: [
      { name: "pdf-viewer", test: /node_modules\/pdfjs-dist\// },
      // With what it needs of the packages; their other modules follow.
      {
        name: (id, graph) => (!id.includes("node_modules") && isOfEntry(id, graph) ? "first" : null),
        debugName: "first",
      },
      {
        name: (id, graph) => (isOfEntry(id, graph) && !SECOND.test(id) ? "packages" : null),
        debugName: "packages",
      },
      { name: (id, graph) => (isOfEntry(id, graph) ? "second" : null), debugName: "second" },
      // Apart, or the start page would load the second packages with what it shares with other screens.
      {
        name: (id, graph) => (LATE.test(id) || needsSecond(id, graph) ? null : "shared"),
        debugName: "shared",
        minShareCount: 3,
      },
      { name: "fields", test: (id) => !LATE.test(id), minShareCount: 3 },
    ],
  };
}
