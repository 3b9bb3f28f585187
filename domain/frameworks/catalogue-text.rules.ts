import { beginningOf } from "../../platform/beginning-of.ts";

/** The parts of an OSCAL control that are read. */
export interface CataloguePart {
  name: string;
  label: string | null;
  prose: string;
  parts: readonly CataloguePart[];
}

const LONGEST = 4_000;
/** A parameter's placeholder may be longer than its label. */
const MAX_READ = 10 * LONGEST;
const PARAMETER = /\{\{\s{0,9}insert:\s{0,9}param,\s{0,9}([^\s}]{1,200})\s{0,9}\}\}/g;

const linesOf = ({ label, prose, parts }: CataloguePart): string[] => [
  ...(prose === "" ? [] : [label === null ? prose : `${label} ${prose}`]),
  ...parts.flatMap(linesOf),
];

/** The requirement of a control: the prose of its statement, with the labels of its parameters inserted. */
export function statementOf(parts: readonly CataloguePart[], labels: ReadonlyMap<string, string>): string {
  const text = parts
    .filter(({ name }) => name === "statement")
    .flatMap(linesOf)
    .join("\n")
    .slice(0, MAX_READ)
    .replace(PARAMETER, (_whole, id: string) => `[${labels.get(id) ?? id}]`);
  return text.length <= LONGEST ? text : `${beginningOf(text, LONGEST - 1)}…`;
}
