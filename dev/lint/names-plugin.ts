import path from "node:path";
import { retiredName } from "./retired-names.ts";

/** The parts of oxlint's plugin interface (ESLint's) that the rule uses. */
interface Node {
  type: string;
  name?: unknown;
  parent?: Node | null;
  computed?: boolean;
  [part: string]: unknown;
}
interface Context {
  filename: string;
  report: (problem: { node: unknown; message: string }) => void;
}

const NAMED = ["id", "params"];
const KEYED = ["key", "value"];
/** The parts of a node that give something its name, instead of using it. */
const NAMING: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: NAMED,
  FunctionDeclaration: NAMED,
  FunctionExpression: NAMED,
  ArrowFunctionExpression: NAMED,
  TSFunctionType: NAMED,
  ClassDeclaration: NAMED,
  TSInterfaceDeclaration: NAMED,
  TSTypeAliasDeclaration: NAMED,
  Property: KEYED,
  PropertyDefinition: KEYED,
  MethodDefinition: KEYED,
  TSPropertySignature: KEYED,
  TSMethodSignature: [...KEYED, ...NAMED],
  ArrayPattern: ["elements"],
  AssignmentPattern: ["left"],
  RestElement: ["argument"],
  CatchClause: ["param"],
};

function isDeclared(node: Node): boolean {
  const { parent } = node;
  if (!parent || (parent.computed === true && parent["key"] === node)) return false;
  const parts = (NAMING[parent.type] ?? []).map((name) => parent[name]);
  return parts.some((part) => part === node || (Array.isArray(part) && part.includes(node)));
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
  return { Identifier: check, PrivateIdentifier: check, Program: checkFile };
}

// oxlint requires a default export.
export default { meta: { name: "names" }, rules: { plain: { create } } };
