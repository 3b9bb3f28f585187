import { features } from "./features.ts";
import { mergeParts } from "./merge-parts.ts";

/** Every kind of row with a running workflow. */
export const underWay = mergeParts(features, "underWay");
