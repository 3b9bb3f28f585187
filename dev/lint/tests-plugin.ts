/** The parts of oxlint's plugin interface (ESLint's) that the rule uses. */
interface Node {
  type: string;
  name?: unknown;
  parent?: Node | null;
  callee?: Node;
  object?: Node;
  tag?: Node;
}
interface Context {
  sourceCode: { getText: (node: unknown) => string };
  report: (problem: { node: unknown; message: string }) => void;
}

/** As for other functions: `max-lines-per-function`. */
const MAX_LINES = 60;

/** The first name of `describe`, `describe.each(rows)`, `describeIf(condition)` and the like. */
function firstNameOf(node: Node): string {
  const inner = node.callee ?? node.object ?? node.tag;
  return inner === undefined ? String(node.name) : firstNameOf(inner);
}

/** A group of tests is a list, not a function that someone reads as a whole. */
const isGroup = ({ parent }: Node): boolean =>
  parent?.type === "CallExpression" && firstNameOf(parent).startsWith("describe");

/** Lines without blank ones and comments. */
const linesOf = (text: string): number =>
  text.split("\n").filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length;

function create(context: Context) {
  const check = (node: Node): void => {
    if (isGroup(node)) return;
    const lines = linesOf(context.sourceCode.getText(node));
    if (lines > MAX_LINES)
      context.report({ node, message: `The function has ${lines} lines; at most ${MAX_LINES}` });
  };
  return { ArrowFunctionExpression: check, FunctionExpression: check, FunctionDeclaration: check };
}

// oxlint requires a default export.
export default { meta: { name: "tests" }, rules: { "short-functions": { create } } };
