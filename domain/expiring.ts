import { features } from "./features.ts";
import { mergeParts } from "./merge-parts.ts";

/** The expiring rows of all features. */
export const expiring = mergeParts(features, "expires");
