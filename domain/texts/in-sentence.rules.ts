import { ownValue } from "../own-value.rules.ts";

/** A value in words; the name itself for a value that no catalogue has, as from another version. */
export const inSentence = (labels: Readonly<Record<string, string>>, name: string): string =>
  ownValue(labels, name) ?? name.replaceAll("_", " ");
