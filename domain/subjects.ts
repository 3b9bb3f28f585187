import { features } from "./features.ts";
import { mergeParts } from "./merge-parts.ts";

/** Every kind of row whose permissions callers can query. */
export const subjects = mergeParts(features, "subjects");
