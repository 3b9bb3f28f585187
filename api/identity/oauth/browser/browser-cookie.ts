import { createHmac, randomBytes } from "node:crypto";
import type { CookieOptions, Request, Response } from "express";
import { z } from "zod";
import { User } from "../../../../domain/users/user.entity.ts";
import { isSameText } from "../../../../platform/crypto.ts";
import type { RouteContext } from "../../../route.ts";

const MINUTES = 10;

const Claims = z.object({
  /** Random, new with every sign-in; form tokens are bound to it. */
  nonce: z.string(),
  userId: z.string().nullable(),
  /** The password was right, and the second factor is still to come: nobody is signed in yet. */
  awaitsCode: z.boolean().default(false),
  /** Changes with the password, so that a changed password ends the sign-in. */
  mark: z.string(),
  expires: z.number(),
});

/** What a browser carries between our pages: signed, readable by nobody but us, good for ten minutes. */
export type BrowserClaims = z.infer<typeof Claims>;

export interface BrowserCookies {
  /** The valid cookie of a request, or a new anonymous one. */
  read(ctx: RouteContext): BrowserClaims;
  /** A cookie for a user who has just proven who they are. */
  signedIn(ctx: RouteContext, user: User): BrowserClaims;
  /** A cookie for a user of whom the second factor is asked next. */
  awaitingCode(ctx: RouteContext, user: User): BrowserClaims;
  anonymous(ctx: RouteContext): BrowserClaims;
  /** The active user of the cookie, as the database has them now. */
  userOf(ctx: RouteContext, claims: BrowserClaims): Promise<User | null>;
  /** The active user whose second factor is still to come. */
  awaitedUserOf(ctx: RouteContext, claims: BrowserClaims): Promise<User | null>;
  write(response: Response, claims: BrowserClaims): void;
  /** The hidden field of a form: good for this browser and for this very request. */
  formToken(claims: BrowserClaims, purpose: string): string;
  isFormToken(claims: BrowserClaims, purpose: string, token: string | undefined): boolean;
}

/** The value of a cookie as it was sent. */
export const cookieOf = (request: Request, name: string): string | undefined =>
  request
    .get("cookie")
    ?.split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** `issuer` decides whether the cookie is for https only. */
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
    // A sign-in counts from its password; a mere form gets its ten minutes each time it is shown.
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
