import { z } from "zod";

/** A schema for tests of large bodies, found by its name. */
export const Rows = z.strictObject({
  about: z.string(),
  rows: z.array(z.strictObject({ at: z.string().transform((text) => text.length), n: z.int() })),
});

export const Anything = z.looseObject({});
/** Never ends. */
export const Endless = z.unknown().refine(() => {
  for (;;);
});
