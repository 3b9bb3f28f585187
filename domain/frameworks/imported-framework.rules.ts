import type { FrameworkControl } from "./framework.ts";

/** No more can be imported: each answer that lists frameworks tells all their controls. */
export const MOST_IMPORTED = 50;

const PREFIX = "oscal-";
const ID = /^oscal-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The id callers send; none of the built-in ones begins like that. */
export const importedId = (catalogueId: string): string => `${PREFIX}${catalogueId}`;

/** The UUID of the catalogue; null where the id is not that of an imported framework. */
export const catalogueIdOf = (frameworkId: string): string | null => ID.exec(frameworkId)?.[1] ?? null;

/** The numbers a newer version of a catalogue does without. */
export function removedNumbers(
  before: readonly FrameworkControl[],
  after: readonly FrameworkControl[],
): string[] {
  const kept = new Set(after.map(({ number }) => number));
  return before.map(({ number }) => number).filter((number) => !kept.has(number));
}

const NAMED = 10;

/** Names the first of many. */
export const someOf = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(", ")
    : `${names.slice(0, NAMED).join(", ")} and ${names.length - NAMED} more`;
