import type { Framework, FrameworkControl } from "../frameworks/framework.rules.ts";
import { bulletsOf, escapeMarkdown, tableOf } from "./markdown.rules.ts";
import { policiesServing } from "./policy-catalogue.rules.ts";
import type { PolicyStatements, PolicyTemplate } from "./policy-template.ts";
import { stemsOf } from "./topic-stems.rules.ts";

const SHOWN = 3;
interface Chosen {
  /** Section number, as in 4.2. */
  number: string;
  statements: PolicyStatements;
}

/** The statements closest to the control's requirement: at least one, at most three. */
function statementsFor(template: PolicyTemplate, control: FrameworkControl): Chosen[] {
  const wanted = stemsOf(control.title, control.summary, ...control.evidenceHints);
  const shared = ({ topic, rules }: PolicyStatements): number =>
    [...stemsOf(topic, ...rules)].filter((stem) => wanted.has(stem)).length;
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
export function fulfilmentOf(template: PolicyTemplate, framework: Framework, number: string): string {
  const control = framework.controls.find((one) => one.number === number)!;
  const serves = template.controls[framework.id]?.includes(number) === true;
  const others = policiesServing(framework.id, number).filter(({ type }) => type !== template.type);
  const titles = others.map(({ title }) => title).join(", ");
  const requirement = `Control ${escapeMarkdown(number)}, "${escapeMarkdown(control.title)}", requires the following: ${escapeMarkdown(control.summary)}`;
  const lead = serves
    ? `${requirement} This policy meets it with these statements.`
    : `${requirement} This policy was not written for this control and only supports it; these statements come closest.`;
  const rows = statementsFor(template, control).map(({ number: section, statements }) => [
    section,
    statements.topic,
    statements.rules[0]!,
  ]);
  const hints = [
    "Keep this evidence that the control operates with the records of this policy:",
    bulletsOf(control.evidenceHints),
  ];
  return [
    lead,
    tableOf(["Section", "Topic", "First statement"], rows),
    // Imported frameworks have no hints.
    ...(control.evidenceHints.length === 0 ? [] : hints),
    ...(titles === "" ? [] : [`Other policies that serve this control: ${titles}.`]),
  ].join("\n\n");
}
