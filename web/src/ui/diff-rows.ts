import { diffArrays } from "diff";

/** Unchanged lines, or a pair of lines that differ; null if a version has none. */
export type DiffRow =
  | { kind: "same"; lines: readonly string[] }
  | { kind: "changed"; before: string | null; after: string | null };

/** Bounds the time for texts that have little in common. */
const MAX_EDITS = 3_000;

const paired = (before: readonly string[], after: readonly string[]): DiffRow[] =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({
    kind: "changed",
    before: before[at] ?? null,
    after: after[at] ?? null,
  }));

/** Compares two texts line by line. */
export function diffRows(before: readonly string[], after: readonly string[]): DiffRow[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  if (parts === undefined) return paired(before, after);
  const rows: DiffRow[] = [];
  let gone: string[] = [];
  let come: string[] = [];
  const settle = (): void => {
    rows.push(...paired(gone, come));
    [gone, come] = [[], []];
  };
  for (const { added, removed, value } of parts) {
    if (removed) gone = value;
    else if (added) come = value;
    else {
      settle();
      rows.push({ kind: "same", lines: value });
    }
  }
  settle();
  return rows;
}
