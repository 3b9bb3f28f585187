import path from "node:path";
import { levelProblem } from "./domain-levels.ts";
import { importProblem } from "./import-table.ts";

/** The parts of oxlint's plugin interface (ESLint's) that the rules use. */
interface ImportNode {
  /** `import()` may have any expression. */
  source: { value?: unknown } | null;
  importKind?: string;
  exportKind?: string;
}
interface Context {
  filename: string;
  report: (problem: { node: unknown; message: string }) => void;
}
/** The problem with a file importing a module; null if there is none. */
type Check = (file: string, source: string, typeOnly: boolean) => string | null;

const ROOT = path.join(import.meta.dirname, "../..");

/** Node loads the module of `import { type A }`: only `import type` disappears. */
const isOfTypes = ({ importKind, exportKind }: ImportNode): boolean =>
  importKind === "type" || exportKind === "type";

/** Type imports have no level, because they disappear at run time. */
function checkLevels(file: string, source: string, typeOnly: boolean): string | null {
  const target = path.join(path.dirname(file), source);
  if (typeOnly || !source.startsWith(".") || !target.startsWith("domain/")) return null;
  return levelProblem(file, target);
}

const ruleOf = (problemOf: Check) => ({
  create(context: Context) {
    const file = path.relative(ROOT, context.filename);
    const checkAs = (typeOnly: (node: ImportNode) => boolean) => (node: ImportNode) => {
      const source = node.source?.value;
      const message = typeof source === "string" ? problemOf(file, source, typeOnly(node)) : null;
      if (message !== null) context.report({ node, message });
    };
    const check = checkAs(isOfTypes);
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: checkAs(() => true),
    };
  },
});

// oxlint requires a default export.
export default {
  meta: { name: "imports" },
  rules: { table: ruleOf(importProblem), levels: ruleOf(checkLevels) },
};
