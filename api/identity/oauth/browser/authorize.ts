import { issueCode } from "../../../../domain/identity/authorization-code.commands.ts";
import { narrowScopes } from "../../../../domain/identity/oauth-client.rules.ts";
import type { User } from "../../../../domain/users/user.entity.ts";
import { scopesOfRole } from "../../../../domain/users/user.rules.ts";
import type { RawAnswer, RouteContext } from "../../../route.ts";
import { AuthorizationError, answerLocation } from "./authorization-error.ts";
import { signInLinks } from "../../upstream/sign-in-links.ts";
import type { BrowserClaims } from "./browser-cookie.ts";
import { consentPage, sendPage } from "./pages.ts";
import { readAuthorizationRequest, type AuthorizationRequest } from "./read-authorization-request.ts";
import { checkFormToken, goTo, searchOf, signIn, signInPages, type BrowserDeps } from "./sign-in.ts";

export interface AuthorizeForm {
  csrf?: string | undefined;
  action: "sign-in" | "code" | "allow" | "deny" | "switch";
  email?: string | undefined;
  password?: string | undefined;
  otp?: string | undefined;
}

const PATH = "/oauth/authorize";

const requestOf = (ctx: RouteContext, deps: BrowserDeps): Promise<AuthorizationRequest> =>
  readAuthorizationRequest(ctx, new URLSearchParams(searchOf(ctx)), deps.issuer);

/** What of the request this user can give; refused when that is nothing. */
function grantable(request: AuthorizationRequest, user: User): string[] {
  const scopes = narrowScopes(request.scopes, scopesOfRole(user.role));
  if (scopes.length === 0)
    throw new AuthorizationError(request, "invalid_scope", "The user has none of these scopes");
  return scopes;
}

async function showPage(
  ctx: RouteContext,
  deps: BrowserDeps,
  request: AuthorizationRequest,
  shown: { claims: BrowserClaims; user: User | null; problem?: string },
): Promise<RawAnswer> {
  const { claims, user, problem } = shown;
  const search = searchOf(ctx);
  const frame = { action: `${PATH}?${search}`, token: deps.cookies.formToken(claims, search), problem };
  const { origin, host } = new URL(request.redirectUri);
  const clientName = request.client.name;
  const html =
    user === null
      ? signInPages(claims, frame, clientName, await signInLinks(ctx, frame.action))
      : consentPage(frame, { clientName, host, email: user.email, scopes: grantable(request, user) });
  return (response) => {
    deps.cookies.write(response, claims);
    sendPage(response, problem === undefined ? 200 : 400, html, origin);
  };
}

/** The page for a request: sign in, or consent when this browser has signed in within ten minutes. */
export async function showAuthorization(ctx: RouteContext, deps: BrowserDeps): Promise<RawAnswer> {
  const request = await requestOf(ctx, deps);
  const claims = deps.cookies.read(ctx);
  return showPage(ctx, deps, request, { claims, user: await deps.cookies.userOf(ctx, claims) });
}

async function allow(ctx: RouteContext, request: AuthorizationRequest, user: User): Promise<RawAnswer> {
  const { client, givenRedirectUri: redirectUri, codeChallenge } = request;
  const scopes = grantable(request, user);
  const code = await issueCode(ctx, { client, user, scopes, redirectUri, codeChallenge });
  return (response) =>
    response.set("Cache-Control", "no-store").redirect(302, answerLocation(request, { code }));
}

/** What the user pressed. A form of another browser, of another request or of an ended sign-in changes nothing. */
export async function answerAuthorization(
  ctx: RouteContext,
  form: AuthorizeForm,
  deps: BrowserDeps,
): Promise<RawAnswer> {
  const request = await requestOf(ctx, deps);
  const claims = deps.cookies.read(ctx);
  const here = `${PATH}?${searchOf(ctx)}`;
  checkFormToken(deps, claims, searchOf(ctx), form.csrf);
  if (form.action === "sign-in" || form.action === "code") {
    const { claims: fresh, problem } = await signIn(ctx, deps, claims, form);
    if (problem === undefined) return goTo(deps, fresh, here);
    return showPage(ctx, deps, request, { claims: fresh, user: null, problem });
  }
  if (form.action === "switch") return goTo(deps, deps.cookies.anonymous(ctx), here);
  if (form.action === "deny") throw new AuthorizationError(request, "access_denied", "The user said no");
  const user = await deps.cookies.userOf(ctx, claims);
  return user === null ? showPage(ctx, deps, request, { claims, user }) : allow(ctx, request, user);
}
