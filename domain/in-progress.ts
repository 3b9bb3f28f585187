import { features } from "./features.ts";
import { mergeParts } from "./merge-parts.ts";

/** Every kind of row with a running workflow. */
export const inProgress = mergeParts(features, "inProgress");
