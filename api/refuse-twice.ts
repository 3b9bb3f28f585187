import type { z } from "zod";

/** For `superRefine`: reports the second row with the same id in the field `key` of the list at `path`. */
export function refuseTwice<Key extends string>(
  ctx: z.RefinementCtx,
  path: string,
  rows: readonly Record<Key, string>[],
  key: Key,
): void {
  const ids = rows.map((row) => row[key]);
  const again = ids.findIndex((id, n) => ids.indexOf(id) !== n);
  if (again === -1) return;
  ctx.addIssue({ code: "custom", path: [path, again, key], message: "is named twice" });
}
