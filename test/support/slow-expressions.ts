import { RegExpParser, type AST } from "@eslint-community/regexpp";
import { JS, NFA, isDisjointWith } from "refa";
import { analyse } from "scslre";

/** An expression as in the source. */
export interface Literal {
  source: string;
  flags: string;
}

type Sequence = { before: AST.Element[]; after: AST.Element[] };

const isAlternative = (node: AST.Node): node is AST.Alternative => node.type === "Alternative";

/** What precedes and follows a part, on each level of its groups. */
function surroundings(part: AST.Element): Sequence {
  const [before, after]: [AST.Element[], AST.Element[]] = [[], []];
  for (let node: AST.Node = part; node.parent !== null; node = node.parent) {
    const { parent }: { parent: AST.Node } = node;
    if (!isAlternative(parent)) continue;
    const at = parent.elements.indexOf(node as AST.Element);
    before.unshift(...parent.elements.slice(0, at));
    after.push(...parent.elements.slice(at + 1));
  }
  return { before, after };
}

function automaton(source: string, flags: string): NFA {
  const parser = JS.Parser.fromLiteral({ source, flags });
  const { expression, maxCharacter } = parser.parse({ assertions: "ignore", backreferences: "disable" });
  return NFA.fromRegex(expression, { maxCharacter });
}

const canFail = (part: AST.Element): boolean => part.type !== "Quantifier" || part.min > 0;

const isStart = ({ type, kind }: { type: string; kind?: string }): boolean =>
  type === "Assertion" && kind === "start";

/**
 * Whether a match can be attempted from many positions, each reading to the end: what precedes an unbounded
 * part is also matched by that part, and something after it can fail, as in `/<a[^>]*>/`.
 */
function beginsAgain(part: AST.Quantifier, { flags }: Literal): boolean {
  const { before, after } = surroundings(part);
  if (!after.some(canFail)) return false;
  const prefix = automaton(before.map(({ raw }) => raw).join(""), flags);
  const rest = automaton(`(?:${part.element.raw})*`, flags);
  const crossesLines = () => !isDisjointWith(automaton("[^]*\\n[^]*", flags), rest);
  if (before.some(isStart) && !(flags.includes("m") && crossesLines())) return false;
  // If nothing precedes it, the library detects the problem.
  return !isDisjointWith(NFA.fromIntersection(prefix, automaton("[^]+", flags)), rest);
}

/** Why an expression may take quadratic time or more, as sentences; none if its time is linear. */
export function slowParts(literal: Literal): string[] {
  const { source, flags } = literal;
  const reports = analyse(literal).reports.map(
    ({ type, character }) => `${type}: ${JSON.stringify(character.pick)} again and again`,
  );
  if (flags.includes("y")) return reports;
  const found: string[] = [];
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  visit(pattern, (part) => {
    if (part.type === "Quantifier" && part.max === Infinity && beginsAgain(part, literal))
      found.push(`${part.raw} also matches the beginning of the expression`);
  });
  return [...reports, ...found];
}

function visit(node: AST.Node, see: (node: AST.Node) => void): void {
  see(node);
  if ("alternatives" in node) for (const inner of node.alternatives) visit(inner, see);
  if (isAlternative(node)) for (const inner of node.elements) visit(inner, see);
  if (node.type === "Quantifier") visit(node.element, see);
}
