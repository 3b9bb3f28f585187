import { z } from "zod";
import { actionsOf } from "../../domain/access/permissions.ts";
import { accessRules } from "../../domain/access-rules.ts";
import type { Totp } from "../../domain/identity/check-second-factor.ts";
import { logIn, refreshSession, type OpenSession } from "../../domain/identity/session.commands.ts";
import type { PasswordVerifier } from "../../domain/users/new-password.ts";
import { User } from "../../domain/users/user.entity.ts";
import { ACCESS_TOKEN_SECONDS, type TokenAudience } from "../../platform/crypto/access-token.ts";
import { open, signedIn } from "../access.ts";
import { UnsetPreferences, UserView, presentUser, unsetPreferences } from "../users/users.contract.ts";
import { Id } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { signSessionToken } from "../../runtime/identity/sign-session-token.ts";
import type { SigningKeys } from "../../runtime/identity/signing-keys.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineBody, defineView } from "../define-schemas.ts";
import { endOwnSession } from "./own-session.ts";

export interface AuthRouteDeps {
  keys: SigningKeys;
  passwords: PasswordVerifier;
  totp: Totp;
  tokens: TokenAudience;
  rotationKey: Buffer;
}

const CLIENT_ID = "sign-in";

export const LoginBody = z
  .strictObject({
    email: z.email().max(254),
    password: z.string().min(1).max(1_024),
    otp: z.string().max(100).optional().meta({
      description:
        'Code from the authenticator app, or a recovery code. Required when the answer names details.field "otp"',
    }),
  })
  .meta({ examples: [{ email: "customer@example.com", password: "choose-a-good-one" }] })
  .register(schemaNames, { id: "LoginBody" });
const RefreshBody = defineBody("RefreshBody", { refresh_token: z.string().min(1).max(512) });
const Tokens = defineView("Session", {
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int(),
});
const SignedIn = defineView("SignedIn", {
  user: UserView.pick({ id: true, email: true, name: true, role: true }),
  tokens: Tokens,
});
const Profile = UserView.extend({
  unset_preferences: UnsetPreferences,
  has_password: z.boolean().meta({
    description: "False for users who sign in at an identity provider only",
  }),
  scopes: z.array(z.string()),
  permissions: z.array(z.string()),
  /** Null for an API key. */
  session_id: Id.nullable(),
}).register(schemaNames, { id: "Profile" });
const KeySet = defineView("JsonWebKeySet", { keys: z.array(z.record(z.string(), z.unknown())) });

function tokenIssuer(deps: AuthRouteDeps) {
  return async (ctx: RouteContext, { session, refreshToken }: OpenSession) => {
    const about = { subject: session.user.id, clientId: CLIENT_ID, scopes: session.scopes };
    const key = await deps.keys.current();
    const accessToken = await signSessionToken(key, deps.tokens, session, about, ctx.clock.now());
    return { access_token: accessToken, refresh_token: refreshToken, expires_in: ACCESS_TOKEN_SECONDS };
  };
}

function sessionRoutes(deps: AuthRouteDeps): Route[] {
  const issue = tokenIssuer(deps);
  const login = defineRoute({
    method: "post",
    path: "/api/v1/auth/login",
    summary: "Sign in with e-mail address, password and, where the user has one, the second factor",
    access: open("this is where callers get their credentials"),
    body: LoginBody,
    throttle: ({ body }) => body.email,
    answers: { 401: "The address or the password is wrong, or the second factor is missing or wrong" },
    output: SignedIn,
    transaction: "own",
    act: async (ctx, { body }) => {
      const opened = await logIn({ ...ctx, ...deps, userAgent: ctx.request.get("user-agent") }, body);
      ctx.proven();
      return { user: opened.user, tokens: await issue(ctx, opened) };
    },
    present: ({ user: { id, email, name, role }, tokens }) => ({ user: { id, email, name, role }, tokens }),
  });
  const refresh = defineRoute({
    method: "post",
    path: "/api/v1/auth/refresh",
    summary: "Exchange a refresh token for new tokens; each can be used once",
    access: open("the refresh token is the credential"),
    body: RefreshBody,
    throttle: () => null,
    throttled: "failures",
    answers: { 401: "The refresh token is not valid, was used before, or its session has ended" },
    output: Tokens,
    transaction: "own",
    act: async (ctx, { body }) => issue(ctx, await refreshSession({ ...ctx, ...deps }, body.refresh_token)),
  });
  const logout = defineRoute({
    method: "post",
    path: "/api/v1/auth/logout",
    summary: "End this session: its access and refresh tokens stop working at once",
    access: signedIn("read"),
    message: "Signed out",
    act: endOwnSession,
  });
  return [login, refresh, logout];
}

const profile = defineRoute({
  method: "get",
  path: "/api/v1/auth/profile",
  summary: "The signed-in user, with scopes and permissions",
  access: signedIn("read"),
  output: Profile,
  act: async ({ em, actor, sessionId }) => ({
    user: await em.findOneOrFail(User, { id: actor.id }),
    actor,
    sessionId,
  }),
  present: ({ user, actor, sessionId }) => ({
    ...presentUser(user),
    unset_preferences: unsetPreferences(user),
    has_password: user.passwordHash !== null,
    scopes: [...actor.scopes],
    permissions: actionsOf(accessRules, actor),
    session_id: sessionId === "" ? null : sessionId,
  }),
});

const keySet = (deps: AuthRouteDeps): Route =>
  defineRoute({
    method: "get",
    path: "/.well-known/jwks.json",
    summary: "The public keys that verify access tokens",
    access: open("public keys are public"),
    output: KeySet,
    answer: "bare",
    act: () => deps.keys.published() as Promise<z.infer<typeof KeySet>>,
  });

export const createAuthRoutes = (deps: AuthRouteDeps): Route[] => [
  ...sessionRoutes(deps),
  profile,
  keySet(deps),
];
