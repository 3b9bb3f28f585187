import path from "node:path";
import { levelProblem } from "./domain-levels.ts";

/** The parts of oxlint's plugin interface (ESLint's) that the rule uses. */
interface ImportNode {
  source: { value: string } | null;
  importKind?: string;
  exportKind?: string;
  specifiers?: { importKind?: string; exportKind?: string }[];
}
interface Context {
  filename: string;
  report: (problem: { node: unknown; message: string }) => void;
}

const ROOT = path.join(import.meta.dirname, "../..");

/** Type imports have no level, because they disappear at run time. */
const isOfTypes = ({ importKind, exportKind, specifiers = [] }: ImportNode): boolean =>
  importKind === "type" ||
  exportKind === "type" ||
  (specifiers.length > 0 &&
    specifiers.every((one) => one.importKind === "type" || one.exportKind === "type"));

function create(context: Context) {
  const file = path.relative(ROOT, context.filename);
  const check = (node: ImportNode): void => {
    if (!node.source?.value.startsWith(".") || isOfTypes(node)) return;
    const target = path.join(path.dirname(file), node.source.value);
    if (!target.startsWith("domain/")) return;
    const message = levelProblem(file, target);
    if (message !== null) context.report({ node, message });
  };
  return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
}

// oxlint requires a default export.
export default { meta: { name: "domain" }, rules: { levels: { create } } };
