import { createHmac, randomBytes } from "node:crypto";
import type { CookieOptions, Request, Response } from "express";
import { z } from "zod";
import { User } from "../../../../domain/users/user.entity.ts";
import { isSameText } from "../../../../platform/crypto/crypto.ts";
import type { RouteContext } from "../../../route.ts";

const MINUTES = 10;

const Claims = z.object({
  /** Random, new for every sign-in; form tokens are bound to it. */
  nonce: z.string(),
  userId: z.string().nullable(),
  /** The password was correct, but the second factor is still missing, so the user is not signed in yet. */
  awaitsCode: z.boolean().default(false),
  /** Changes with the password, so that changing the password ends the sign-in. */
  mark: z.string(),
  expires: z.number(),
});

/** The state a browser carries between our pages: signed but not encrypted, valid for ten minutes. */
export type BrowserClaims = z.infer<typeof Claims>;

export interface BrowserCookies {
  /** The valid cookie of a request, or a new anonymous one. */
  read(ctx: RouteContext): BrowserClaims;
  /** A cookie for a user who has just authenticated. */
  signedIn(ctx: RouteContext, user: User): BrowserClaims;
  /** A cookie for a user who still needs to provide the second factor. */
  awaitingCode(ctx: RouteContext, user: User): BrowserClaims;
  anonymous(ctx: RouteContext): BrowserClaims;
  /** The cookie's user, if active according to the database. */
  userOf(ctx: RouteContext, claims: BrowserClaims): Promise<User | null>;
  /** The active user who still needs to provide the second factor. */
  awaitedUserOf(ctx: RouteContext, claims: BrowserClaims): Promise<User | null>;
  write(response: Response, claims: BrowserClaims): void;
  /** The hidden field of a form, valid for this browser and this request only. */
  formToken(claims: BrowserClaims, purpose: string): string;
  isFormToken(claims: BrowserClaims, purpose: string, token: string | undefined): boolean;
}

/** The raw value of a cookie. */
export const cookieOf = (request: Request, name: string): string | undefined =>
  request
    .get("cookie")
    ?.split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** `issuer` decides whether the cookie requires HTTPS. */
export function createBrowserCookies(key: Buffer, issuer: string): BrowserCookies {
  const secure = issuer.startsWith("https:");
  const name = secure ? "__Host-oauth" : "oauth";
  const options: CookieOptions = { httpOnly: true, secure, sameSite: "lax", path: "/" };
  const sign = (kind: string, text: string): string =>
    createHmac("sha256", key).update(`oauth-${kind}:${text}`).digest("base64url");
  const markOf = (user: User): string => sign("mark", `${user.id}:${user.passwordHash ?? ""}`);

  const later = (ctx: RouteContext): number => ctx.clock.now().getTime() + MINUTES * 60_000;

  function create(ctx: RouteContext, user: User | null, awaitsCode = false): BrowserClaims {
    const mark = user === null ? "" : markOf(user);
    return {
      nonce: randomBytes(16).toString("base64url"),
      userId: user?.id ?? null,
      awaitsCode,
      mark,
      expires: later(ctx),
    };
  }

  function verify(ctx: RouteContext): BrowserClaims | null {
    const [text = "", signature = ""] = cookieOf(ctx.request, name)?.split(".") ?? [];
    if (!isSameText(sign("cookie", text), signature)) return null;
    const claims = Claims.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    if (claims.expires <= ctx.clock.now().getTime()) return null;
    // A sign-in expires ten minutes after the password was entered; an anonymous form gets another ten
    // minutes each time it is shown.
    return claims.userId === null ? { ...claims, expires: later(ctx) } : claims;
  }

  async function provenUser(ctx: RouteContext, { userId, mark }: BrowserClaims): Promise<User | null> {
    const user = userId === null ? null : await ctx.em.findOne(User, { id: userId, active: true });
    return user !== null && isSameText(markOf(user), mark) ? user : null;
  }

  const formToken = ({ nonce }: BrowserClaims, purpose: string): string =>
    sign("form", `${nonce}:${purpose}`);
  return {
    read: (ctx) => verify(ctx) ?? create(ctx, null),
    signedIn: (ctx, user) => create(ctx, user),
    awaitingCode: (ctx, user) => create(ctx, user, true),
    anonymous: (ctx) => create(ctx, null),
    userOf: async (ctx, claims) => (claims.awaitsCode ? null : provenUser(ctx, claims)),
    awaitedUserOf: async (ctx, claims) => (claims.awaitsCode ? provenUser(ctx, claims) : null),
    write(response, claims) {
      const text = Buffer.from(JSON.stringify(claims)).toString("base64url");
      const value = `${text}.${sign("cookie", text)}`;
      response.cookie(name, value, { ...options, maxAge: MINUTES * 60_000 });
    },
    formToken,
    isFormToken: (claims, purpose, token) =>
      token !== undefined && isSameText(formToken(claims, purpose), token),
  };
}
