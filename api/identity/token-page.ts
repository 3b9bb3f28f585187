import { z } from "zod";
import { open } from "../access.ts";
import { writeAuthorizationError } from "./oauth/browser/authorization-error.ts";

const Query = z.object({
  token: z.string().min(1).max(100).meta({ description: "The token from the link in the e-mail" }),
});

/** What the routes of a page share that a link with a token opens. */
export const tokenPage = <P extends string>(path: P) =>
  ({
    path,
    access: open("the token in the address is the credential"),
    query: Query,
    answer: "raw",
    produces: "text/html",
    writeError: writeAuthorizationError,
  }) as const;
