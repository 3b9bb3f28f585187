import path from "node:path";
import { retiredName } from "./retired-names.ts";

/** The parts of oxlint's plugin interface (ESLint's) that the rule uses. */
interface Node {
  type: string;
  name?: unknown;
  parent?: Node | null;
  id?: unknown;
  key?: unknown;
  value?: unknown;
  params?: unknown[];
  computed?: boolean;
}
interface Context {
  filename: string;
  report: (problem: { node: unknown; message: string }) => void;
}

const NAMED = new Set([
  "VariableDeclarator",
  "FunctionDeclaration",
  "ClassDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
]);
const KEYED = new Set(["Property", "PropertyDefinition", "MethodDefinition", "TSPropertySignature"]);

/** Whether an identifier gives something its name, instead of using it. */
function isDeclared(node: Node): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (NAMED.has(parent.type)) return parent.id === node;
  if (KEYED.has(parent.type))
    return parent.computed !== true && (parent.key === node || parent.value === node);
  return parent.params?.includes(node) === true;
}

function create(context: Context) {
  const [stem = ""] = path.basename(context.filename).split(".");
  const check = (node: Node): void => {
    if (typeof node.name !== "string" || !isDeclared(node)) return;
    const message = retiredName(node.name);
    if (message !== null) context.report({ node, message });
  };
  const checkFile = (node: unknown): void => {
    const message = retiredName(stem);
    if (message !== null) context.report({ node, message });
  };
  return { Identifier: check, Program: checkFile };
}

// oxlint requires a default export.
export default { meta: { name: "names" }, rules: { plain: { create } } };
