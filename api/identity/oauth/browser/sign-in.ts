import { checkPassword, type PasswordVerifier } from "../../../../domain/identity/session.commands.ts";
import { AppError, invalid } from "../../../../platform/errors.ts";
import type { RawAnswer, RouteContext } from "../../../route.ts";
import type { BrowserClaims, BrowserCookies } from "./browser-cookie.ts";

export interface BrowserDeps {
  passwords: PasswordVerifier;
  cookies: BrowserCookies;
  issuer: string;
}

/** The query as it was sent: a form comes back with exactly the request it was shown for. */
export const searchOf = (ctx: RouteContext): string => ctx.request.originalUrl.split("?").slice(1).join("?");

/** Signs the browser in; with a `problem` to show when address or password is wrong. */
export async function signIn(
  ctx: RouteContext,
  { cookies, passwords }: BrowserDeps,
  { email = "", password = "" }: { email?: string | undefined; password?: string | undefined },
): Promise<{ claims: BrowserClaims; problem?: string }> {
  try {
    const user = await checkPassword({ em: ctx.em, passwords }, { email, password });
    user.lastLogin = ctx.clock.now();
    return { claims: cookies.signedIn(ctx, user) };
  } catch (error) {
    if (!(error instanceof AppError && error.code === "UNAUTHORIZED")) throw error;
    return { claims: cookies.anonymous(ctx), problem: error.message };
  }
}

/** To one of our own pages by GET, with another cookie. */
export const goTo =
  ({ cookies }: BrowserDeps, claims: BrowserClaims, location: string): RawAnswer =>
  (response) => {
    cookies.write(response, claims);
    response.set("Cache-Control", "no-store").redirect(303, location);
  };

/** VALIDATION_ERROR for a form of another browser, of another request or of an ended sign-in. */
export function checkFormToken(
  { cookies }: BrowserDeps,
  claims: BrowserClaims,
  purpose: string,
  token: string | undefined,
): void {
  if (!cookies.isFormToken(claims, purpose, token))
    throw invalid({ field: "csrf", error: "this form has expired: go back and start again" });
}
