import type { z } from "zod";

/** For `superRefine`: reports the second entry of the list at `path[0]` whose field `path[1]` has the same id. */
export function refuseTwice(ctx: z.RefinementCtx, path: [string, string], ids: readonly string[]): void {
  const again = ids.findIndex((id, n) => ids.indexOf(id) !== n);
  if (again === -1) return;
  ctx.addIssue({ code: "custom", path: [path[0], again, path[1]], message: "is named twice" });
}
