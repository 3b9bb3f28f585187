import { z } from "zod";

/** What the form of a sign-in page sends: which of `actions` was chosen, and as much of the rest as that takes. */
export const signInBody = <const A extends readonly [string, ...string[]]>(actions: A) =>
  z.object({
    csrf: z.string().max(100).optional(),
    action: z.enum(actions),
    email: z.string().max(254).optional(),
    password: z.string().max(1_024).optional(),
    otp: z.string().max(100).optional(),
  });
