import type { Feature } from "./feature.ts";

type Part = "access" | "subjects" | "events" | "starts" | "inProgress" | "expires";

/** Merges one part of all features; names must be unique. */
export function mergeParts<P extends Part>(features: readonly Feature[], part: P): Required<Feature>[P] {
  const named = features.flatMap((feature) => Object.entries(feature[part] ?? {}));
  const merged = Object.fromEntries(named);
  if (Object.keys(merged).length < named.length)
    throw new Error(`two features register the same name for their ${part}`);
  return merged as Required<Feature>[P];
}
