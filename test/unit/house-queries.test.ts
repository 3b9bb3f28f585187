import { describe, expect, it, test } from "@jest/globals";
import { parseSync } from "@swc/core";
import { globSync, readFileSync } from "node:fs";

const FILES = "{activities,api,domain,runtime,workers}/**/*.ts";
const LOADS = new Set(["find", "findOne", "findOneOrFail"]);
const READS = new Set(["readRows", "readIds", "readPage", "queryRows", "lookUpRows"]);

interface Node {
  type?: string;
  value?: unknown;
  callee?: Node;
  object?: Node;
  property?: Node;
  identifier?: { value: string };
  id?: { value?: string };
  init?: Node;
  function?: Node;
  returnType?: unknown;
}

function visit(node: unknown, each: (node: Node) => void): void {
  if (Array.isArray(node)) return node.forEach((one) => visit(one, each));
  if (typeof node !== "object" || node === null) return;
  each(node);
  Object.values(node).forEach((one) => visit(one, each));
}

const isEntityManager = ({ type, value, property }: Node): boolean =>
  (type === "Identifier" && value === "em") || (type === "MemberExpression" && property?.value === "em");

/** Whether a function itself loads entities or reads rows. */
function queriesOf(body: Node): { loads: boolean; reads: boolean } {
  const found = { loads: false, reads: false };
  visit(body, ({ type, callee }) => {
    if (type !== "CallExpression" || callee === undefined) return;
    const { object, property } = callee;
    if (callee.type === "Identifier" && READS.has(callee.value as string)) found.reads = true;
    if (object && isEntityManager(object) && LOADS.has(property?.value as string)) found.loads = true;
  });
  return found;
}

/** Whether the declared type of what a function returns has one of these words. */
const returns = ({ returnType }: Node, kinds: readonly string[]): boolean =>
  kinds.some((kind) => JSON.stringify(returnType ?? {}).includes(`"kind":"${kind}"`));

function problemOf(name: string, made: Node): string | null {
  const { loads, reads } = queriesOf(made);
  const [verb] = /^[a-z]+(?=[A-Z])/.exec(name) ?? [];
  if (!loads && !reads) return null;
  if (verb === "read" && loads) return `${name} loads entities`;
  if (verb === "load" && !loads) return `${name} reads rows`;
  if (verb === "find" && !returns(made, ["null", "undefined"])) return `${name} never returns null`;
  if (verb === "require" && made.returnType && !returns(made, ["void"])) return `${name} returns something`;
  return verb === "get" || verb === "fetch" ? `${name} either loads or reads` : null;
}

function problemsIn(text: string): string[] {
  const problems: (string | null)[] = [];
  visit(parseSync(text, { syntax: "typescript", target: "es2024" }).body, (node) => {
    const { type, identifier, id, init } = node;
    if (type === "FunctionDeclaration") problems.push(problemOf(identifier!.value, node));
    if (type === "VariableDeclarator" && init?.type === "ArrowFunctionExpression")
      problems.push(problemOf(id?.value ?? "", init));
  });
  return problems.filter((problem) => problem !== null);
}

describe("a function that queries", () => {
  test.each([
    ["readUser loads entities", "const readUser = (ctx) => ctx.em.findOne(User, {});"],
    ["loadUser reads rows", "async function loadUser(em) { return (await readRows(em, User, {}))[0]; }"],
    ["findUsers never returns null", "const findUsers = (em): Promise<User[]> => em.find(User, {});"],
    [
      "requireUser returns something",
      "const requireUser = (em): Promise<User> => em.findOneOrFail(User, {});",
    ],
    ["getUser either loads or reads", "const getUser = (em) => em.findOne(User, {});"],
  ])("is refused: %s", (problem, text) => expect(problemsIn(text)).toEqual([problem]));

  test.each([
    "const loadUser = (em): Promise<User> => em.findOneOrFail(User, {});",
    "const readUsers = (em) => readRows(em, User, {});",
    "const findUser = (em): Promise<User | null> => em.findOne(User, {});",
    "async function requireUser(em): Promise<void> { if ((await em.find(User, {})).length === 0) throw x; }",
    "const findWord = (words: string[]) => words.find((word) => word !== '');",
  ])("is accepted: %s", (text) => expect(problemsIn(text)).toEqual([]));

  it("says by its verb what it returns (docs/style.md)", () => {
    const files = globSync(FILES);
    expect(files.length).toBeGreaterThan(500);
    const problems = files.flatMap((file) =>
      problemsIn(readFileSync(file, "utf8")).map((problem) => `${file}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });
});
