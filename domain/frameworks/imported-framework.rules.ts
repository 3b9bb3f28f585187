import type { FrameworkControl } from "./framework.rules.ts";

/** The maximum number of imported frameworks: lists of frameworks contain all their controls. */
export const MAX_IMPORTED = 50;

const PREFIX = "oscal-";
const ID = /^oscal-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The id in requests; no built-in id has this prefix. */
export const importedId = (catalogueId: string): string => `${PREFIX}${catalogueId}`;

/** The UUID of the catalogue; null if the framework is not imported. */
export const catalogueIdOf = (frameworkId: string): string | null => ID.exec(frameworkId)?.[1] ?? null;

/** The numbers missing from a newer version of a catalogue. */
export function removedNumbers(
  before: readonly FrameworkControl[],
  after: readonly FrameworkControl[],
): string[] {
  const kept = new Set(after.map(({ number }) => number));
  return before.map(({ number }) => number).filter((number) => !kept.has(number));
}

const NAMED = 10;

/** Lists the first of many names. */
export const someOf = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(", ")
    : `${names.slice(0, NAMED).join(", ")} and ${names.length - NAMED} more`;
