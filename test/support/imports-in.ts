import { parseSync } from "@swc/core";

export interface Import {
  source: string;
  typeOnly: boolean;
}

/** The parts of an swc syntax node that contain imports; swc's own types cannot be walked generically. */
interface SyntaxNode {
  type?: string;
  typeOnly?: boolean;
  source?: { value: string } | null;
  callee?: SyntaxNode;
  arguments?: { expression: { type: string; value: string } }[];
  argument?: { value: string };
}

/** The import of a node, in any form. */
function importOf(node: SyntaxNode): Import | undefined {
  if (/^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type ?? "") && node.source)
    return { source: node.source.value, typeOnly: node.typeOnly === true };
  const literal = node.arguments?.[0]?.expression;
  if (node.callee?.type === "Import" && literal?.type === "StringLiteral")
    return { source: literal.value, typeOnly: false };
  if (node.type === "TsImportType" && node.argument) return { source: node.argument.value, typeOnly: true };
  return undefined;
}

/** All imports of a module, in any form. */
export function importsIn(text: string, tsx: boolean): Import[] {
  const found: Import[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== "object" || node === null) return;
    const imported = importOf(node);
    if (imported) found.push(imported);
    Object.values(node).forEach(walk);
  };
  walk(parseSync(text, { syntax: "typescript", tsx, target: "es2024" }).body);
  return found;
}
