import type { Response } from "express";
import { z } from "zod";
import { isSameText } from "../../platform/crypto/crypto.ts";
import { randomSecret } from "../../domain/random-secret.ts";
import { invalid } from "../../platform/errors.ts";
import { createSealedCookie } from "../../platform/web/sealed-cookie.ts";
import type { RouteContext } from "../route.ts";
import { CONSOLE_PAGE, RETURN_PAGES } from "./return-pages.ts";

const MINUTES = 10;

const Flow = z.object({
  providerId: z.string(),
  /** Path and query of one of our own pages. */
  returnTo: z.string(),
  state: z.string(),
  nonce: z.string(),
  /** PKCE, RFC 7636. */
  verifier: z.string(),
  /** The user must authenticate at the provider even if they are signed in there. */
  again: z.boolean(),
  /** Who must return; null if anyone may. */
  userId: z.string().nullable(),
  expires: z.number(),
});

/** One sign-in of a browser at an identity provider. */
export type Flow = z.infer<typeof Flow>;

type FlowInput = Pick<Flow, "providerId" | "returnTo" | "again" | "userId">;

export interface FlowCookies {
  /** All pages but the console's need a user who has just authenticated. VALIDATION_ERROR if `returnTo` is none of ours. */
  begin(ctx: RouteContext, input: FlowInput): Flow;
  /**
   * The sign-in in progress in this browser; VALIDATION_ERROR if there is none, or one with another provider
   * or state.
   */
  read(ctx: RouteContext, providerId: string, state: string): Flow;
  write(response: Response, flow: Flow): void;
  clear(response: Response): void;
}

function ownPage(returnTo: string, issuer: string): URL {
  const url = URL.canParse(returnTo, issuer) ? new URL(returnTo, issuer) : null;
  if (url === null || url.origin !== new URL(issuer).origin || !RETURN_PAGES.includes(url.pathname))
    throw invalid({ field: "return_to", error: "start at the sign-in page", reason: "return_page" });
  return url;
}

const expired = () =>
  invalid({
    field: "state",
    error: "this sign-in has expired, was finished already or belongs to another browser: start again",
    reason: "provider_trip_spent",
  });

/** The state of the sign-in is stored in the browser. */
export function createFlowCookies(key: Buffer, issuer: string): FlowCookies {
  const cookie = createSealedCookie(key, issuer, { name: "upstream", sameSite: "lax", content: Flow });
  return {
    begin(ctx, input) {
      const { pathname, search } = ownPage(input.returnTo, issuer);
      return {
        ...input,
        returnTo: `${pathname}${search}`,
        again: input.again || pathname !== CONSOLE_PAGE,
        state: randomSecret(),
        nonce: randomSecret(),
        verifier: randomSecret(),
        expires: ctx.clock.now().getTime() + MINUTES * 60_000,
      };
    },
    read(ctx, providerId, state) {
      const flow = cookie.read(ctx.request, ctx.clock.now());
      if (flow?.providerId !== providerId || !isSameText(flow.state, state)) throw expired();
      return flow;
    },
    write: (response, flow) => cookie.write(response, flow, MINUTES * 60_000),
    clear: cookie.clear,
  };
}
