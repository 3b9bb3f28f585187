import type { Rows } from "../http/use-guarded-change.ts";

interface Versions {
  /** What the user started from. */
  over: Rows;
  /** What is there now. */
  theirs: Rows;
  /** What the user requested. */
  mine: Rows;
}

interface TextDifference {
  label: string;
  theirs: string;
  mine: string;
}

/** The fields that someone else changed, which the user's change would overwrite. */
export function differencesOf({ over, theirs, mine }: Versions): TextDifference[] {
  const [before, now] = [new Map(over), new Map(theirs)];
  return mine
    .map(([label, text]) => ({ label, theirs: now.get(label) ?? "", mine: text }))
    .filter(({ label, theirs: text }) => text !== (before.get(label) ?? ""));
}
