import { TRUST_CATEGORIES, type TrustCategory } from "../../../../domain/frameworks/framework.rules.ts";
import type { Framework } from "../new-project/new-project.queries.ts";

/** The categories for which a framework has controls. */
export const offeredCategories = (framework: Framework | undefined): TrustCategory[] =>
  TRUST_CATEGORIES.filter((category) =>
    framework?.controls.some(({ trust_category: of }) => of === category),
  );
