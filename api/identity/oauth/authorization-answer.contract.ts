import { z } from "zod";

/** What an authorization server sends back with the user (RFC 6749 4.1.2): a code, or the reason why not. */
export const authorizationAnswer = {
  code: z.string().min(1).max(4_000).optional().meta({ description: "The authorization code" }),
  // Shown on our pages, so its characters are restricted.
  error: z
    .string()
    .regex(/^[a-z_]{1,50}$/)
    .optional()
    .meta({ description: "Error code, when there is no authorization code" }),
};

export const hasOneAnswer = ({ code, error }: { code?: string | undefined; error?: string | undefined }) =>
  (code === undefined) !== (error === undefined);
