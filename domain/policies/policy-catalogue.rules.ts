import type { Framework, FrameworkControl } from "../frameworks/framework.rules.ts";
import { GENERAL_INDUSTRY } from "./general-industry.data.ts";
import type { Industry } from "./industry.ts";
import type { PolicyTemplate } from "./policy-template.ts";
import { POLICY_TEMPLATES } from "./policy-templates.data.ts";
import { ECOMMERCE } from "./industries/ecommerce.data.ts";
import { FINANCE } from "./industries/finance.data.ts";
import { HEALTHCARE } from "./industries/healthcare.data.ts";
import { MANUFACTURING } from "./industries/manufacturing.data.ts";
import { SAAS } from "./industries/saas.data.ts";

export const POLICY_TYPES: readonly string[] = POLICY_TEMPLATES.map(({ type }) => type);

export const findPolicyTemplate = (type: string): PolicyTemplate | undefined =>
  POLICY_TEMPLATES.find((template) => template.type === type);

/** Numbers of controls that an error names. */
const SHOWN = 100;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** Industries with specific texts. */
export const INDUSTRIES: readonly Industry[] = [HEALTHCARE, FINANCE, SAAS, ECOMMERCE, MANUFACTURING];

/** The industry in the caller's words. Unknown ones get the general texts under the caller's name. */
export function industryNamed(name: string): Industry {
  const joined = wordsOf(name).join("");
  const words = new Set([...wordsOf(name), joined]);
  const known = INDUSTRIES.find(({ words: own }) => own.some((word) => words.has(word)));
  if (known !== undefined) return known;
  return name.trim() === "" ? GENERAL_INDUSTRY : { ...GENERAL_INDUSTRY, name: name.trim() };
}

/** The controls that a template serves, in the framework's order; null if it was not mapped to the framework. */
export function mappedControls(
  template: PolicyTemplate,
  { id, controls }: Pick<Framework, "id" | "controls">,
): FrameworkControl[] | null {
  const numbers = template.controls[id];
  return numbers === undefined ? null : controls.filter(({ number }) => numbers.includes(number));
}

/** The types of policy that serve a control. */
export const policiesServing = (frameworkId: string, number: string): PolicyTemplate[] =>
  POLICY_TEMPLATES.filter(({ controls }) => controls[frameworkId]?.includes(number));

/** The problem with a policy request, as field and message; null if there is none. */
export function requestProblem(
  { type, control }: { type: string; control: string | null },
  framework: Pick<Framework, "name" | "controls">,
): { field: string; error: string } | null {
  if (!POLICY_TYPES.includes(type))
    return { field: "type", error: `unknown type "${type}"; use one of ${POLICY_TYPES.join(", ")}` };
  const numbers = framework.controls.map(({ number }) => number);
  if (control === null || numbers.includes(control)) return null;
  const shown = numbers.slice(0, SHOWN).join(", ");
  const error = `${framework.name} has no control "${control}"; its controls are ${shown}${numbers.length > SHOWN ? " and so on" : ""}`;
  return { field: "control_id", error };
}
