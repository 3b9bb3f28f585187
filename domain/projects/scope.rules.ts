import type { TrustCategory } from "../frameworks/framework.rules.ts";

/** The categories that every project of a framework covers: no SOC 2 examination omits the common criteria. */
export const mandatoryCategories = (framework: string): readonly TrustCategory[] =>
  framework === "soc2" ? ["security"] : [];

interface OfferedCategories {
  framework: string;
  /** Those with controls in the framework. */
  offered: readonly TrustCategory[];
}

/** Why a project cannot have these categories, as a message; null if it can. */
export function scopeRefusal(
  wanted: readonly TrustCategory[],
  { framework, offered }: OfferedCategories,
): string | null {
  const omitted = mandatoryCategories(framework).filter((category) => !wanted.includes(category));
  if (omitted.length > 0) return `must include ${omitted.join(", ")}: every ${framework} project covers it`;
  const missing = wanted.filter((category) => !offered.includes(category));
  if (missing.length === 0) return null;
  return `the framework has no controls of ${missing.join(", ")}; choose from ${offered.join(", ")}`;
}

/** Whether a category leaves the scope. */
export const narrows = (from: readonly TrustCategory[], to: readonly TrustCategory[]): boolean =>
  from.some((category) => !to.includes(category));

/** Why a control of an excluded category is not applicable. */
export const OUT_OF_SCOPE = "Its category is not in the scope of the project";

/** Categories pending confirmation. Users are given by id, times as ISO 8601. */
export interface PendingScope {
  categories: TrustCategory[];
  reason: string;
  said_by: string;
  said_at: string;
}
