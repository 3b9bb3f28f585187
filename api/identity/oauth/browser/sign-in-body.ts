import { z } from "zod";

/** The body of a sign-in form: which of `actions` was chosen, and the other fields that action needs. */
export const signInBody = <const A extends readonly [string, ...string[]]>(actions: A) =>
  z.object({
    csrf: z.string().max(100).optional(),
    action: z.enum(actions),
    email: z.string().max(254).optional(),
    password: z.string().max(1_024).optional(),
    otp: z.string().max(100).optional(),
  });
