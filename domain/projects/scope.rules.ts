import type { TrustCategory } from "../frameworks/trust-category.rules.ts";

/** Why a project does not have these categories, in words for the caller; null when it can. */
export function scopeRefusal(
  wanted: readonly TrustCategory[],
  offered: readonly TrustCategory[],
): string | null {
  const missing = wanted.filter((category) => !offered.includes(category));
  if (missing.length === 0) return null;
  return `the framework has no controls of ${missing.join(", ")}; choose from ${offered.join(", ")}`;
}

/** Whether something that was in scope is so no longer. */
export const narrows = (from: readonly TrustCategory[], to: readonly TrustCategory[]): boolean =>
  from.some((category) => !to.includes(category));

/** Why a control of a category that was not chosen does not apply. */
export const OUT_OF_SCOPE = "Its category is not in the scope of the project";

/** Categories that wait for somebody who may let them count. People are named by id, times are ISO 8601. */
export interface PendingScope {
  categories: TrustCategory[];
  reason: string;
  said_by: string;
  said_at: string;
}
