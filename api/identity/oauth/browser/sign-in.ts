import { emailHash } from "../../../../domain/audit-log/email-hash.ts";
import { failedSignIn } from "../../../../domain/audit-log/failed-authentication.ts";
import { recordSignIn } from "../../../../domain/audit-log/record-sign-in.ts";
import { checkSecondFactor, type Totp } from "../../../../domain/identity/check-second-factor.ts";
import { hasSecondFactor } from "../../../../domain/identity/second-factor.queries.ts";
import { checkPassword } from "../../../../domain/identity/session.commands.ts";
import type { PasswordVerifier } from "../../../../domain/users/new-password.ts";
import { AppError, invalid } from "../../../../platform/errors.ts";
import type { RouteContext } from "../../../route.ts";
import type { OauthDeps } from "../token-request.ts";
import { explainedBy, say, sayWhy, type Message } from "./page-message.ts";
import { createBrowserCookies, type BrowserClaims, type BrowserCookies } from "./browser-cookie.ts";

export interface BrowserDeps {
  passwords: PasswordVerifier;
  totp: Totp;
  cookies: BrowserCookies;
  issuer: string;
  /** Hashes an email address for the audit log. */
  hashEmail: (email: string) => string;
}

/** Dependencies of routes with browser pages. */
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

/** The result of a sign-in form: the next cookie, and an error message if there is one. */
export interface SignInAnswer {
  claims: BrowserClaims;
  problem?: Message;
}

async function takePassword(
  ctx: RouteContext,
  { cookies, passwords, hashEmail }: BrowserDeps,
  { email = "", password = "" }: SignInForm,
): Promise<SignInAnswer> {
  try {
    const user = await checkPassword({ ...ctx, passwords }, { email, password });
    ctx.proven();
    if (await hasSecondFactor(ctx.em, user.id)) return { claims: cookies.awaitingCode(ctx, user) };
    await recordSignIn(ctx, user, { way: "pages" });
    return { claims: cookies.signedIn(ctx, user) };
  } catch (error) {
    if (!(error instanceof AppError && error.code === "UNAUTHORIZED")) throw error;
    ctx.recordFailure(failedSignIn({ way: "pages", emailHash: hashEmail(email), reason: error.message }));
    return { claims: cookies.anonymous(ctx), problem: sayWhy(explainedBy(error)) };
  }
}

async function takeCode(
  ctx: RouteContext,
  { cookies, totp }: BrowserDeps,
  claims: BrowserClaims,
  code: string | undefined,
): Promise<SignInAnswer> {
  const user = await cookies.awaitedUserOf(ctx, claims);
  if (user === null)
    return { claims: cookies.anonymous(ctx), problem: say(({ signIn: words }) => words.again) };
  const problem = await checkSecondFactor({ ...ctx, totp }, user, code ?? "");
  if (problem !== null) {
    ctx.recordFailure(failedSignIn({ way: "pages", userId: user.id, reason: `otp: ${problem.error}` }));
    const reason = problem.reason === "required" ? "otp_required" : problem.reason;
    const why = { english: problem.error, reason };
    return { claims, problem: sayWhy(why, (pages, text) => pages.signIn.codeRefused(text)) };
  }
  ctx.proven();
  await recordSignIn(ctx, user, { way: "pages" });
  return { claims: cookies.signedIn(ctx, user) };
}

/** Handles both forms: first the password, then the second factor for users who have one. */
export const signIn = (
  ctx: RouteContext,
  deps: BrowserDeps,
  claims: BrowserClaims,
  form: SignInForm,
): Promise<SignInAnswer> =>
  form.action === "code" ? takeCode(ctx, deps, claims, form.otp) : takePassword(ctx, deps, form);

/** The account whose secret a form may be guessing, for the rate limit. */
export function guessedAccount({ action, email }: SignInForm): string | null | undefined {
  if (action === "sign-in") return email ?? null;
  return action === "code" ? null : undefined;
}

/** VALIDATION_ERROR for a form from another browser, another request or an ended sign-in. */
export function checkFormToken(
  { cookies }: Pick<BrowserDeps, "cookies">,
  claims: BrowserClaims,
  purpose: string,
  token: string | undefined,
): void {
  if (!cookies.isFormToken(claims, purpose, token))
    throw invalid({
      field: "csrf",
      error: "this form has expired: go back and start again",
      reason: "form_expired",
    });
}
