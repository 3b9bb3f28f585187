import type { AccessRules } from "./access/access-rule.ts";
import { features, type AnyFeature } from "./features.ts";
import { mergeParts } from "./merge-parts.ts";

type ActionsOf<F> = F extends { access: infer Rules } ? keyof Rules : never;
export type Action = ActionsOf<AnyFeature>;

/** The rules of all features. */
export const accessRules: AccessRules<Action> = mergeParts(features, "access");
