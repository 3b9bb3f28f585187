import { z } from "zod";
import { recordSignIn } from "../../domain/audit-log/record-sign-in.ts";
import { endSession } from "../../domain/identity/session-end.commands.ts";
import { findSession } from "../../domain/identity/session.queries.ts";
import type { Session } from "../../domain/identity/session.entity.ts";
import { logInToConsole, openConsoleSession } from "../../domain/identity/session.commands.ts";
import { unauthorized } from "../../platform/errors.ts";
import { defineView } from "../define-schemas.ts";
import { open, signedIn } from "../access.ts";
import { UserView } from "../users/users.contract.ts";
import { Timestamp } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { LoginBody, type AuthRouteDeps } from "./auth.routes.ts";
import type { ConsoleCookies } from "./console-cookie.ts";
import { createBrowserCookies } from "./oauth/browser/browser-cookie.ts";
import { endOwnSession } from "./own-session.ts";
import { requireOwnPage } from "./require-own-page.ts";
import { signInLinks } from "../identity-providers/sign-in-links.ts";
import { responseOf } from "../../platform/web/response-of.ts";

export interface ConsoleSessionDeps extends AuthRouteDeps {
  cookies: ConsoleCookies;
  ownOrigins: readonly string[];
}

const PATH = "/api/v1/auth/session";
/** The console's sign-in page, to which identity providers redirect. */
const SIGN_IN_PAGE = "/sign-in";

const NOT_OURS = "The request does not come from a page of the console";

const ConsoleSession = defineView("ConsoleSession", {
  user: UserView.pick({ id: true, email: true, name: true, role: true }),
  expires_at: Timestamp,
});
const SignInMethods = defineView("WaysToSignIn", {
  providers: z.array(z.object({ name: z.string(), text: z.string(), href: z.string() })).meta({
    description: "Identity providers, each with the address where the browser signs in",
  }),
});

const present = ({ user, expiresAt }: Session): z.infer<typeof ConsoleSession> => ({
  user: { id: user.id, email: user.email, name: user.name, role: user.role },
  expires_at: expiresAt.toISOString(),
});

const signingIn = (ctx: RouteContext, deps: ConsoleSessionDeps) => ({
  ...ctx,
  ...deps,
  userAgent: ctx.request.get("user-agent"),
});

/** Signing in again ends the browser's previous session. */
async function begin(ctx: RouteContext, { cookies }: ConsoleSessionDeps, session: Session): Promise<Session> {
  const before = cookies.read(ctx.request, ctx.clock.now());
  if (before !== null)
    await ctx.em.transactional(async (em) => {
      const replaced = await findSession(em, before.sessionId);
      if (replaced !== null) await endSession({ ...ctx, em, actor: null }, replaced, "replaced");
    });
  cookies.write(responseOf(ctx.request), session);
  return session;
}

const signIn = (deps: ConsoleSessionDeps): Route =>
  defineRoute({
    method: "post",
    path: PATH,
    summary: "Sign in to the console. Sets an HTTP-only session cookie for twelve hours",
    access: open("browsers get their credential here"),
    body: LoginBody,
    throttle: ({ body }) => body.email,
    answers: {
      401: "The address or the password is wrong, or the second factor is missing or wrong",
      403: NOT_OURS,
    },
    noStore: true,
    output: ConsoleSession,
    transaction: "own",
    act: async (ctx, { body }) => {
      requireOwnPage(ctx.request, deps.ownOrigins);
      const { session } = await logInToConsole(signingIn(ctx, deps), body);
      ctx.proven();
      return begin(ctx, deps, session);
    },
    present,
  });

/**
 * Returning from a provider counts as proof of identity for ten minutes, as on the other pages of this
 * service.
 */
const continueWithProvider = (deps: ConsoleSessionDeps): Route => {
  const browser = createBrowserCookies(deps.rotationKey, deps.tokens.issuer);
  return defineRoute({
    method: "post",
    path: `${PATH}/continue`,
    summary: "Sign in to the console after signing in at an identity provider in this browser",
    access: open("a cookie of this browser identifies the user"),
    throttle: () => null,
    answers: { 401: "No one signed in with this browser in the last ten minutes", 403: NOT_OURS },
    noStore: true,
    output: ConsoleSession,
    transaction: "own",
    act: async (ctx) => {
      requireOwnPage(ctx.request, deps.ownOrigins);
      const session = await ctx.em.transactional(async (em) => {
        const inside = { ...signingIn(ctx, deps), em };
        const claims = browser.read(ctx);
        const user = await browser.lockedUserOf(inside, claims);
        if (user === null) throw unauthorized("No one has signed in with this browser recently: sign in");
        ctx.proven();
        const at = claims.authenticatedAt;
        const authenticatedAt = at === null ? null : new Date(at);
        const opened = await openConsoleSession(inside, { user, authenticatedAt });
        await recordSignIn(inside, user, { way: "pages", sessionId: opened.id });
        return opened;
      });
      return begin(ctx, deps, session);
    },
    present,
  });
};

/** The browser's sign-in on the other pages ends too: the next person at it could continue with it. */
const signOut = (deps: ConsoleSessionDeps): Route => {
  const browser = createBrowserCookies(deps.rotationKey, deps.tokens.issuer);
  return defineRoute({
    method: "delete",
    path: PATH,
    summary: "Sign out of the console; the session ends at once",
    access: signedIn("read"),
    message: "Signed out",
    act: async (ctx) => {
      await endOwnSession(ctx);
      deps.cookies.clear(responseOf(ctx.request));
      browser.clear(responseOf(ctx.request));
    },
  });
};

const signInMethods = defineRoute({
  method: "get",
  path: `${PATH}/identity-providers`,
  summary: "List the identity providers offered on the sign-in page",
  access: open("the sign-in page shows them"),
  output: SignInMethods,
  act: async (ctx) => ({ providers: await signInLinks(ctx, `${SIGN_IN_PAGE}?from=provider`) }),
});

export const createConsoleSessionRoutes = (deps: ConsoleSessionDeps): Route[] => [
  signIn(deps),
  continueWithProvider(deps),
  signOut(deps),
  signInMethods,
];
