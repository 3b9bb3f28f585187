import { issueCode } from "../../../../domain/identity/authorization-code.commands.ts";
import type { User } from "../../../../domain/users/user.entity.ts";
import { grantableScopes } from "../../../../domain/identity/oauth-client.rules.ts";
import type { RawAnswer, RouteContext } from "../../../route.ts";
import { AuthorizationError, answerLocation } from "./authorization-error.ts";
import {
  addressOf,
  answerSignIn,
  searchOf,
  showPage,
  lockedVisitorOf,
  visitorOf,
  type FormBehindSignIn,
  type PageBehindSignIn,
  type Visitor,
} from "./page-behind-sign-in.ts";
import { consentPage } from "./pages.ts";
import { readAuthorizationRequest, type AuthorizationRequest } from "./read-authorization-request.ts";
import type { BrowserDeps } from "./sign-in.ts";

const PATH = "/oauth/authorize";

const requestOf = (ctx: RouteContext, deps: BrowserDeps): Promise<AuthorizationRequest> =>
  readAuthorizationRequest(ctx, new URLSearchParams(searchOf(ctx)), deps.issuer);

const pageOf = (ctx: RouteContext, request: AuthorizationRequest): PageBehindSignIn => ({
  address: addressOf(ctx, PATH),
  subject: () => request.client.name,
  leadsTo: new URL(request.redirectUri).origin,
});

/** The requested scopes that this user can grant; an error if there are none. */
function grantable(request: AuthorizationRequest, user: User): string[] {
  const scopes = grantableScopes(request.scopes, request.client, user);
  if (scopes.length === 0)
    throw new AuthorizationError(request, "invalid_scope", "The user has none of these scopes");
  return scopes;
}

const show = (
  ctx: RouteContext,
  deps: BrowserDeps,
  request: AuthorizationRequest,
  visitor: Visitor,
): Promise<RawAnswer> =>
  showPage(ctx, deps, pageOf(ctx, request), visitor, (frame, user) =>
    consentPage(frame, {
      clientName: request.client.name,
      host: () => new URL(request.redirectUri).host,
      email: user.email,
      scopes: grantable(request, user),
    }),
  );

/**
 * The page for an authorization request: sign-in, or consent if this browser has signed in within the last
 * ten minutes.
 */
export async function showAuthorization(ctx: RouteContext, deps: BrowserDeps): Promise<RawAnswer> {
  const request = await requestOf(ctx, deps);
  return show(ctx, deps, request, await visitorOf(ctx, deps));
}

async function allow(ctx: RouteContext, request: AuthorizationRequest, user: User): Promise<RawAnswer> {
  const { client, givenRedirectUri: redirectUri, codeChallenge } = request;
  const scopes = grantable(request, user);
  const code = await issueCode(ctx, { client, user, scopes, redirectUri, codeChallenge });
  return (response) =>
    response.set("Cache-Control", "no-store").redirect(303, answerLocation(request, { code }));
}

/**
 * Handles the user's choice. Forms from another browser, another request or an ended sign-in have no effect.
 */
export async function answerAuthorization(
  ctx: RouteContext,
  form: FormBehindSignIn,
  deps: BrowserDeps,
): Promise<RawAnswer> {
  const request = await requestOf(ctx, deps);
  const signedIn = await answerSignIn(ctx, deps, pageOf(ctx, request), form);
  if (signedIn !== null) return signedIn;
  if (form.action === "deny")
    throw new AuthorizationError(request, "access_denied", "The user denied access");
  const visitor = await lockedVisitorOf(ctx, deps);
  return visitor.user === null ? show(ctx, deps, request, visitor) : allow(ctx, request, visitor.user);
}
