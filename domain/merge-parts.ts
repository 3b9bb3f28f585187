import type { Feature } from "./feature.ts";

type Part = "access" | "subjects" | "events" | "starts" | "workflows" | "expires" | "blobFolders" | "backlog";

/** Merges one part of all features; names must be unique. */
export function mergeParts<P extends Part>(features: readonly Feature[], part: P): Required<Feature>[P] {
  const parts = features.map((feature) => feature[part] ?? {});
  return mergeNamed(parts, part) as Required<Feature>[P];
}

/** Merges parts of features by name. If two have the same name, the error says `what` they are. */
export function mergeNamed<T>(
  parts: readonly Readonly<Record<string, T>>[],
  what: string,
): Record<string, T> {
  const named = parts.flatMap((part) => Object.entries(part));
  const merged = Object.fromEntries(named);
  if (Object.keys(merged).length < named.length)
    throw new Error(`two features register the same name for their ${what}`);
  return merged;
}
