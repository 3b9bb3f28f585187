import { dayOf } from "../days.rules.ts";
import type { Framework, FrameworkControl } from "../frameworks/framework.rules.ts";
import { closestControls } from "./closest-controls.rules.ts";
import { fulfilmentOf } from "./fulfilment.rules.ts";
import type { Industry } from "./industry.ts";
import { bulletsOf, escapeMarkdown, stepsOf, tableOf } from "./markdown.rules.ts";
import { industryNamed, mappedControls } from "./policy-catalogue.rules.ts";
import { POLICY_SECTIONS, fulfilmentHeading, type PolicySection } from "./policy-sections.rules.ts";
import type { PolicyTemplate } from "./policy-template.ts";
import type { PolicyRevision, PolicyRequest } from "./policy-writer.ts";
import {
  REVIEW_MONTHS,
  enforcementRules,
  exceptionRules,
  reviewRules,
  sharedRecords,
  sharedRoles,
} from "./shared-texts.rules.ts";
import { lastOf } from "../last-of.rules.ts";

export interface PolicyRendering {
  template: PolicyTemplate;
  framework: Framework;
  request: PolicyRequest;
  /** All versions so far, ending with the new one. */
  revisions: readonly PolicyRevision[];
}

const SHARED_TERMS = {
  Must: "A mandatory rule; anyone who cannot follow it must request an exception",
  "Working day": "A day from Monday to Friday that is not a public holiday at the location concerned",
};

/** The date of the next review, in the same month of its year: a policy of 29 February has it on the 28th. */
export function nextReviewOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  const dayOfMonth = day.getUTCDate();
  day.setUTCMonth(day.getUTCMonth() + REVIEW_MONTHS);
  // A month that is too short ends in the next one.
  if (day.getUTCDate() !== dayOfMonth) day.setUTCDate(0);
  return dayOf(day);
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Fills the placeholders; the texts of an industry may contain the company's name in turn. The name itself is
 * never capitalised, whatever line it begins.
 */
function fillIn(text: string, { companyName }: PolicyRequest, industry: Industry): string {
  const { data, systems, notice, retention } = industry;
  const named = { data, systems, notice, retention } as Readonly<Record<string, string>>;
  return text
    .replaceAll(/\{(data|systems|notice|retention)\}/g, (_all, name: string) => named[name]!)
    .split("\n")
    .map((line) =>
      line.replace(
        /^((?:- |\d+\. )?(?:\*\*[\d.]+\*\* )?)(\p{Ll})/u,
        (_all, lead: string, letter: string) => lead + letter.toUpperCase(),
      ),
    )
    .join("\n")
    .replaceAll("{company}", () => escapeMarkdown(companyName));
}

const statementsOf = ({ statements }: PolicyTemplate): string =>
  statements
    .map(({ topic, rules }, n) => {
      const numbered = rules.map((rule, m) => `**4.${n + 1}.${m + 1}** ${rule}`);
      return `### 4.${n + 1} ${topic}\n\n${bulletsOf(numbered)}`;
    })
    .join("\n\n");

const proceduresOf = ({ procedures }: PolicyTemplate): string =>
  procedures.map(({ name, steps }, n) => `### 5.${n + 1} ${name}\n\n${stepsOf(steps)}`).join("\n\n");

function industryText(
  template: PolicyTemplate,
  industry: Industry,
  { industry: requested }: PolicyRequest,
): string {
  const demands = industry.demands[template.theme] ?? [
    "This policy must be compared at least every 12 months with the laws and contracts that bind {company} in this line of business; the stricter rule must be followed.",
  ];
  const name = escapeMarkdown(requested.trim() === "" ? "its line of business" : requested.trim());
  return [
    `{company} works in ${name}. Its most sensitive information is: ${industry.data}. The systems that must stay available are: ${industry.systems}. Breaches must be notified to: ${industry.notice}.`,
    bulletsOf(demands),
    "Laws and standards are named for guidance only; the Legal Counsel of {company} must confirm which of them apply.",
  ].join("\n\n");
}

function rolesTable(template: PolicyTemplate): string {
  const own = Object.entries(template.roles).filter(([role]) => role !== template.owner);
  return tableOf(["Role", "Responsibility"], [...sharedRoles(template), ...own]);
}

const listOfControls = (controls: readonly Pick<FrameworkControl, "number" | "title">[]): string =>
  tableOf(
    ["Control", "Title"],
    controls.map(({ number, title }) => [escapeMarkdown(number), escapeMarkdown(title)]),
  );

function controlsText(template: PolicyTemplate, framework: Framework): string {
  const name = escapeMarkdown(`${framework.name}, ${framework.version}`);
  const mapped = mappedControls(template, framework);
  if (mapped !== null) return `This policy serves these controls of ${name}:\n\n${listOfControls(mapped)}`;
  const closest = closestControls(template, framework.controls);
  const unknown = `This policy is not mapped to ${name}.`;
  return closest.length === 0
    ? `${unknown} The ${template.owner} must name the controls that it serves.`
    : `${unknown} The titles of these controls come closest; the ${template.owner} must confirm which of them it serves:\n\n${listOfControls(closest)}`;
}

const historyTable = (revisions: readonly PolicyRevision[]): string =>
  tableOf(
    ["Version", "Date", "Author", "Change"],
    revisions.map(({ version, date, author, change }) => [
      String(version),
      date,
      escapeMarkdown(author),
      escapeMarkdown(change),
    ]),
  );

function contentsOf(
  { template, framework, request, revisions }: PolicyRendering,
  industry: Industry,
): Record<PolicySection, string> {
  const { date } = lastOf(revisions);
  const terms = Object.entries({ ...template.terms, ...SHARED_TERMS });
  return {
    Purpose: template.purpose,
    Scope: `This policy applies to:\n\n${bulletsOf(template.scope)}`,
    "Roles and responsibilities": rolesTable(template),
    "Policy statements": statementsOf(template),
    Procedures: proceduresOf(template),
    "Industry requirements": industryText(template, industry, request),
    Exceptions: bulletsOf(exceptionRules(template)),
    Enforcement: bulletsOf(enforcementRules(template)),
    "Measurement and review": `${bulletsOf(reviewRules(template, nextReviewOf(date)))}\n\n${tableOf(["Measure", "Target"], Object.entries(template.measures))}`,
    "Records and evidence": `These records show that the policy is followed:\n\n${tableOf(["Record", "Kept by", "Kept for"], [...template.records, ...sharedRecords(template)])}`,
    Definitions: tableOf(["Term", "Meaning"], terms),
    "Mapped controls": controlsText(template, framework),
    "Revision history": historyTable(revisions),
  };
}

function documentControl({ template, revisions }: PolicyRendering): string {
  const { version, date } = lastOf(revisions);
  return tableOf(
    ["Document", template.title],
    [
      ["Company", "{company}"],
      ["Owner", template.owner],
      ["Version", String(version)],
      ["Date", date],
      ["Next review", nextReviewOf(date)],
      ["Classification", "Internal"],
      ["Approval", `Takes effect with the recorded approval of management and the ${template.owner}`],
    ],
  );
}

/** A whole policy as markdown. */
export function renderPolicy(rendering: PolicyRendering): string {
  const { template, framework, request } = rendering;
  const industry = industryNamed(request.industry);
  const contents = contentsOf(rendering, industry);
  const sections = POLICY_SECTIONS.map((name): [string, string] => [name, contents[name]]);
  if (request.control !== null) {
    const text = fulfilmentOf(template, framework, request.control);
    sections.splice(-1, 0, [fulfilmentHeading(request.control), text]);
  }
  const text = sections.map(([name, content], n) => `## ${n + 1}. ${capitalised(name)}\n\n${content}`);
  const whole = [`# ${template.title}`, documentControl(rendering), ...text].join("\n\n");
  return `${fillIn(whole, request, industry)}\n`;
}
