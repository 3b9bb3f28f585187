import { z } from "zod";

/** Bodies for tests of how large ones are read; found by its name. */
export const Rows = z.strictObject({
  about: z.string(),
  rows: z.array(z.strictObject({ at: z.string().transform((text) => text.length), n: z.int() })),
});

export const Anything = z.looseObject({});
/** Reads for ever. */
export const Endless = z.unknown().refine(() => {
  for (;;);
});
