import { parseSync, Visitor, type ParseResult } from "oxc-parser";

export interface Import {
  source: string;
  typeOnly: boolean;
}

/** Of the whole statement: `import { type X }` still loads its module. */
const TYPE_ONLY = /^(?:import|export)\s+type\b(?!\s*(?:,|from\b))/;

/** Statements, read from the parser's list: walking the syntax of every file takes seconds. */
function statementsIn({ module }: ParseResult, text: string): Import[] {
  const { staticImports, staticExports } = module;
  return [
    ...staticImports.map((it) => ({ ...it, source: it.moduleRequest.value })),
    ...staticExports.map((it) => ({ ...it, source: it.entries[0]?.moduleRequest?.value })),
  ].flatMap(({ source, start, end }) =>
    source === undefined ? [] : [{ source, typeOnly: TYPE_ONLY.test(text.slice(start, end)) }],
  );
}

/** Dynamic imports, and types of other modules. */
function callsIn({ program }: ParseResult): Import[] {
  const found: Import[] = [];
  new Visitor({
    ImportExpression: ({ source }) => {
      if (source.type === "Literal") found.push({ source: String(source.value), typeOnly: false });
    },
    TSImportType: ({ source }) => void found.push({ source: source.value, typeOnly: true }),
  }).visit(program);
  return found;
}

/** All imports of a module, in any form. */
export function importsIn(text: string, tsx: boolean): Import[] {
  const parsed = parseSync(tsx ? "module.tsx" : "module.ts", text);
  return [...statementsIn(parsed, text), ...(/\bimport\s*\(/.test(text) ? callsIn(parsed) : [])];
}
