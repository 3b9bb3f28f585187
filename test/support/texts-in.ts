import { parseSync } from "@swc/core";

/** A text that people may read: a comment, the title of a test, or another literal of more than one word. */
export interface SourceText {
  kind: "comment" | "title" | "literal";
  line: number;
  text: string;
}

/** A part of a file, in bytes. */
interface Part {
  kind: SourceText["kind"];
  from: number;
  to: number;
}

/** The parts of swc's syntax trees that are used here. Spans count bytes from 1. */
interface Node {
  type?: string;
  value?: unknown;
  span?: { start: number; end: number };
  callee?: Node;
  object?: Node;
  arguments?: unknown[];
}

const LITERALS = new Set(["StringLiteral", "TemplateElement", "JSXText", "RegExpLiteral"]);
const TEST_FUNCTIONS = new Set(["describe", "it", "test"]);
/** Block comments, and line comments on lines that follow each other. */
const COMMENTS = /\/\*[^]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g;
const isPhrase = (text: string): boolean => /\p{L}\S*\s+\S*\p{L}/u.test(text);

/** The name at the start of a callee: `it` in `it.each(rows)`. */
function rootOf(callee: Node | undefined): unknown {
  const inner = callee?.callee ?? callee?.object;
  return inner ? rootOf(inner) : callee?.value;
}

function literalsIn(node: unknown, kind: "title" | "literal" = "literal"): Part[] {
  if (typeof node !== "object" || node === null) return [];
  const { type = "", span, callee, arguments: args } = node as Node;
  if (span && LITERALS.has(type)) return [{ kind, from: span.start - 1, to: span.end - 1 }];
  if (type !== "CallExpression" || !args || !TEST_FUNCTIONS.has(String(rootOf(callee))))
    return Object.values(node).flatMap((child) => literalsIn(child, kind));
  const [title, ...others] = args;
  return [...literalsIn(callee), ...literalsIn(title, "title"), ...others.flatMap((it) => literalsIn(it))];
}

/** The comments of a file. Its literals are blanked first, because they may contain the marks of a comment. */
function commentsIn(bytes: Buffer, literals: readonly Part[]): Part[] {
  const code = Buffer.from(bytes);
  for (const { from, to } of literals) code.fill(" ", from, to);
  return [...code.toString("latin1").matchAll(COMMENTS)].map(({ 0: comment, index }) => ({
    kind: "comment",
    from: index,
    to: index + comment.length,
  }));
}

/** A text in one line, without the marks of comments. */
export const unwrap = (text: string): string =>
  text
    .replaceAll(/^[ \t]*(?:\/\*\*?|\*\/?|\/\/)|\*\/$/gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** All texts of a TypeScript or JavaScript file, in their order. */
export function textsIn(source: string, isTsx: boolean): SourceText[] {
  const bytes = Buffer.from(source);
  const literals = literalsIn(parseSync(source, { syntax: "typescript", tsx: isTsx }));
  return [...literals, ...commentsIn(bytes, literals)]
    .sort((a, b) => a.from - b.from)
    .map(({ kind, from, to }) => ({
      kind,
      line: bytes.toString("latin1", 0, from).split("\n").length,
      text: unwrap(bytes.toString("utf8", from, to)),
    }))
    .filter(({ text }) => isPhrase(text));
}
