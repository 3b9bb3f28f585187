import type { FrameworkControl } from "../frameworks/framework.rules.ts";
import type { PolicyTemplate } from "./policy-template.ts";
import { stemsOf } from "./topic-stems.rules.ts";

/** More would hide the best ones. */
const SHOWN = 10;

/** The controls whose titles share most words with the topics of the policy, in the framework's order. */
export function closestControls<C extends Pick<FrameworkControl, "title">>(
  template: PolicyTemplate,
  controls: readonly C[],
): C[] {
  const topics = stemsOf(template.title, ...template.statements.map(({ topic }) => topic));
  const shared = ({ title }: C): number => [...stemsOf(title)].filter((stem) => topics.has(stem)).length;
  const scored = controls.map((control) => ({ control, score: shared(control) }));
  const best = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
  const shown = new Set(best.slice(0, SHOWN).map(({ control }) => control));
  return controls.filter((control) => shown.has(control));
}
