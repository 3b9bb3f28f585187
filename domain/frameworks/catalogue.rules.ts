import { SOC2_TO_ISO27001 } from "./cross-map.data.ts";
import type { Framework, FrameworkControl } from "./framework.rules.ts";
import { ISO27001 } from "./iso27001.data.ts";
import { SOC2 } from "./soc2.data.ts";

/** The built-in frameworks. */
export const frameworks: readonly Framework[] = [SOC2, ISO27001];

/** The ids for a project's `framework` field. */
export const frameworkIds: readonly string[] = frameworks.map((framework) => framework.id);

/** A control together with its framework. */
export interface RelatedControl {
  frameworkId: string;
  control: FrameworkControl;
}

/** The framework with this id, or undefined: ids are lower case and exact. */
export function builtInFramework(id: string): Framework | undefined {
  return frameworks.find((framework) => framework.id === id);
}

/**
 * The similar controls of the other framework, in catalogue order. Symmetric: if A is related to B, B is
 * related to A. Empty for an unknown framework or number.
 */
export function relatedControls(frameworkId: string, number: string): RelatedControl[] {
  const other = frameworkId === SOC2.id ? ISO27001 : SOC2;
  const numbers = new Set(relatedNumbers(frameworkId, number));
  return other.controls
    .filter((control) => numbers.has(control.number))
    .map((control) => ({ frameworkId: other.id, control }));
}

function relatedNumbers(frameworkId: string, number: string): readonly string[] {
  const pairs = Object.entries(SOC2_TO_ISO27001);
  if (frameworkId === SOC2.id) return pairs.find(([soc2]) => soc2 === number)?.[1] ?? [];
  if (frameworkId !== ISO27001.id) return [];
  return pairs.filter(([, iso]) => iso.includes(number)).map(([soc2]) => soc2);
}
