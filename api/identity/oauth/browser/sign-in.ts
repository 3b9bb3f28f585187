import { emailHash } from "../../../../domain/audit/email-hash.ts";
import { failedSignIn } from "../../../../domain/audit/failed-authentication.ts";
import { noteSignIn } from "../../../../domain/audit/note-sign-in.ts";
import { checkSecondFactor, type Totp } from "../../../../domain/identity/check-second-factor.ts";
import { hasSecondFactor } from "../../../../domain/identity/second-factor.queries.ts";
import { checkPassword } from "../../../../domain/identity/session.commands.ts";
import { type PasswordVerifier } from "../../../../domain/users/new-password.ts";
import { AppError, invalid } from "../../../../platform/errors.ts";
import type { RouteContext } from "../../../route.ts";
import type { OauthDeps } from "../token-request.ts";
import { createBrowserCookies, type BrowserClaims, type BrowserCookies } from "./browser-cookie.ts";

export interface BrowserDeps {
  passwords: PasswordVerifier;
  totp: Totp;
  cookies: BrowserCookies;
  issuer: string;
  /** What stands for an address in the audit log. */
  hashEmail: (email: string) => string;
}

/** What routes with such pages are made of. */
export interface BrowserRouteDeps extends OauthDeps {
  passwords: PasswordVerifier;
  totp: Totp;
}

export function createBrowserDeps({ passwords, totp, rotationKey, tokens }: BrowserRouteDeps): BrowserDeps {
  const { issuer } = tokens;
  const hashEmail = (email: string) => emailHash(rotationKey, email);
  return { passwords, totp, cookies: createBrowserCookies(rotationKey, issuer), issuer, hashEmail };
}

export interface SignInForm {
  action: string;
  email?: string | undefined;
  password?: string | undefined;
  otp?: string | undefined;
}

/** What a form of the sign-in pages leads to: the next cookie, and what to tell the user when something is wrong. */
export interface SignInAnswer {
  claims: BrowserClaims;
  problem?: string;
}

async function takePassword(
  ctx: RouteContext,
  { cookies, passwords, hashEmail }: BrowserDeps,
  { email = "", password = "" }: SignInForm,
): Promise<SignInAnswer> {
  try {
    const user = await checkPassword({ em: ctx.em, passwords }, { email, password });
    ctx.proven();
    if (await hasSecondFactor(ctx.em, user.id)) return { claims: cookies.awaitingCode(ctx, user) };
    user.lastLogin = ctx.clock.now();
    await noteSignIn(ctx, user, { way: "pages" });
    return { claims: cookies.signedIn(ctx, user) };
  } catch (error) {
    if (!(error instanceof AppError && error.code === "UNAUTHORIZED")) throw error;
    ctx.noteFailure(failedSignIn({ way: "pages", emailHash: hashEmail(email), reason: error.message }));
    return { claims: cookies.anonymous(ctx), problem: error.message };
  }
}

async function takeCode(
  ctx: RouteContext,
  { cookies, totp }: BrowserDeps,
  claims: BrowserClaims,
  code: string | undefined,
): Promise<SignInAnswer> {
  const user = await cookies.awaitedUserOf(ctx, claims);
  if (user === null) return { claims: cookies.anonymous(ctx), problem: "Sign in again" };
  const problem = await checkSecondFactor({ ...ctx, totp }, user, code ?? "");
  if (problem !== null) {
    ctx.noteFailure(failedSignIn({ way: "pages", userId: user.id, reason: `otp: ${problem.error}` }));
    return { claims, problem: `Not accepted: ${problem.error}` };
  }
  ctx.proven();
  user.lastLogin = ctx.clock.now();
  await noteSignIn(ctx, user, { way: "pages" });
  return { claims: cookies.signedIn(ctx, user) };
}

/** Takes the form of either page: the password first, then the second factor of a user who has one. */
export const signIn = (
  ctx: RouteContext,
  deps: BrowserDeps,
  claims: BrowserClaims,
  form: SignInForm,
): Promise<SignInAnswer> =>
  form.action === "code" ? takeCode(ctx, deps, claims, form.otp) : takePassword(ctx, deps, form);

/** Whose secret a form of these pages may be guessing, for the throttle. */
export function guessedAccount({ action, email }: SignInForm): string | null | undefined {
  if (action === "sign-in") return email ?? null;
  return action === "code" ? null : undefined;
}

/** VALIDATION_ERROR for a form of another browser, of another request or of an ended sign-in. */
export function checkFormToken(
  { cookies }: Pick<BrowserDeps, "cookies">,
  claims: BrowserClaims,
  purpose: string,
  token: string | undefined,
): void {
  if (!cookies.isFormToken(claims, purpose, token))
    throw invalid({ field: "csrf", error: "this form has expired: go back and start again" });
}
