import { builtInFramework } from "../frameworks/catalogue.rules.ts";
import type { FrameworkControl } from "../frameworks/framework.rules.ts";
import { bulletsOf, tableOf } from "./markdown.rules.ts";
import { policiesServing } from "./policy-catalogue.rules.ts";
import type { PolicyStatements, PolicyTemplate } from "./policy-template.ts";

const SHOWN = 3;
/** Words that do not indicate the topic. */
const COMMON = new Set([
  "about",
  "after",
  "their",
  "there",
  "these",
  "those",
  "which",
  "while",
  "every",
  "before",
]);

const stemsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/\p{L}{5,}/gu) ?? [])
      .filter((word) => !COMMON.has(word))
      .map((word) => word.slice(0, 6)),
  );

interface Chosen {
  /** Section number, as in 4.2. */
  number: string;
  statements: PolicyStatements;
}

/** The statements closest to the control's requirement: at least one, at most three. */
function statementsFor(template: PolicyTemplate, control: FrameworkControl): Chosen[] {
  const wanted = stemsOf([control.title, control.summary, ...control.evidenceHints].join(" "));
  const shared = ({ topic, rules }: PolicyStatements): number =>
    [...stemsOf([topic, ...rules].join(" "))].filter((stem) => wanted.has(stem)).length;
  const scored = template.statements.map((statements, n) => ({
    number: `4.${n + 1}`,
    statements,
    shared: shared(statements),
  }));
  const best = scored.toSorted((a, b) => b.shared - a.shared);
  const chosen = best.filter((one, n) => n === 0 || (n < SHOWN && one.shared > 0));
  return chosen.toSorted((a, b) => a.number.localeCompare(b.number));
}

/** How a policy meets one control, with the title, summary and hints of the catalogue. */
export function fulfilmentOf(template: PolicyTemplate, framework: string, number: string): string {
  const control = builtInFramework(framework)!.controls.find((one) => one.number === number)!;
  const serves = template.controls[framework]?.includes(number) === true;
  const others = policiesServing(framework, number).filter(({ type }) => type !== template.type);
  const titles = others.map(({ title }) => title).join(", ");
  const lead = serves
    ? `${number}, "${control.title}", requires the following: ${control.summary} This policy meets it with these statements.`
    : `${number}, "${control.title}", requires the following: ${control.summary} This policy was not written for this control and only supports it; these statements come closest.`;
  const rows = statementsFor(template, control).map(({ number: section, statements }) => [
    section,
    statements.topic,
    statements.rules[0]!,
  ]);
  const parts = [
    lead,
    tableOf(["Section", "Topic", "First statement"], rows),
    "Keep this evidence that the control operates with the records of this policy:",
    bulletsOf(control.evidenceHints),
  ];
  return [...parts, ...(titles === "" ? [] : [`Other policies that serve this control: ${titles}.`])].join(
    "\n\n",
  );
}
