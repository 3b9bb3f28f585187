import { features } from "./features.ts";
import { mergeParts } from "./merge-parts.ts";

/** Every kind of row that says that a workflow is at work on it. */
export const underWay = mergeParts(features, "underWay");
