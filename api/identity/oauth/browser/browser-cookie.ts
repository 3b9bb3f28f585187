import { createHmac } from "node:crypto";
import { randomSecret } from "../../../../domain/random-secret.ts";
import type { Response } from "express";
import { z } from "zod";
import { User } from "../../../../domain/users/user.entity.ts";
import { isSameText } from "../../../../platform/crypto/crypto.ts";
import { findLocked } from "../../../../platform/database/lock-row.ts";
import { createSealedCookie } from "../../../../platform/web/sealed-cookie.ts";
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
  /** In epoch milliseconds; null if no one has, or the identity provider did not say. */
  authenticatedAt: z.number().nullable(),
  expires: z.number(),
});

/** The state a browser carries between our pages, valid for ten minutes. */
export type BrowserClaims = z.infer<typeof Claims>;

export interface BrowserCookies {
  /** The valid cookie of a request, or a new anonymous one. */
  read(ctx: RouteContext): BrowserClaims;
  /** A cookie for a user who has authenticated: just now if `authenticatedAt` is omitted. */
  signedIn(ctx: RouteContext, user: User, authenticatedAt?: Date | null): BrowserClaims;
  /** A cookie for a user who still needs to provide the second factor. */
  awaitingCode(ctx: RouteContext, user: User): BrowserClaims;
  anonymous(ctx: RouteContext): BrowserClaims;
  /** The cookie's user, if active according to the database. */
  userOf(ctx: RouteContext, claims: BrowserClaims): Promise<User | null>;
  /** The same, locked: a sign-in that is being ended must create nothing that outlives it. Needs a transaction. */
  lockedUserOf(ctx: RouteContext, claims: BrowserClaims): Promise<User | null>;
  /** The active user who still needs to provide the second factor. */
  awaitedUserOf(ctx: RouteContext, claims: BrowserClaims): Promise<User | null>;
  write(response: Response, claims: BrowserClaims): void;
  clear(response: Response): void;
  /** The hidden field of a form, valid for this browser and this request only. */
  formToken(claims: BrowserClaims, purpose: string): string;
  isFormToken(claims: BrowserClaims, purpose: string, token: string | undefined): boolean;
}

/** `issuer` decides whether the cookie requires HTTPS. */
export function createBrowserCookies(key: Buffer, issuer: string): BrowserCookies {
  const cookie = createSealedCookie(key, issuer, { name: "oauth", sameSite: "lax", content: Claims });
  const sign = (kind: string, text: string): string =>
    createHmac("sha256", key).update(`oauth-${kind}:${text}`).digest("base64url");
  const markOf = (user: User): string => sign("mark", `${user.id}:${user.passwordHash ?? ""}`);

  const later = (ctx: RouteContext): number => ctx.clock.now().getTime() + MINUTES * 60_000;

  const create = (ctx: RouteContext, user: User | null): BrowserClaims => ({
    nonce: randomSecret(16),
    userId: user?.id ?? null,
    awaitsCode: false,
    mark: user === null ? "" : markOf(user),
    authenticatedAt: null,
    expires: later(ctx),
  });

  function read(ctx: RouteContext): BrowserClaims {
    const claims = cookie.read(ctx.request, ctx.clock.now());
    if (claims === null) return create(ctx, null);
    // A sign-in expires ten minutes after the password was entered; an anonymous form gets another ten
    // minutes each time it is shown.
    return claims.userId === null ? { ...claims, expires: later(ctx) } : claims;
  }

  async function provenUser(
    { em }: RouteContext,
    { userId, mark, expires }: BrowserClaims,
    lock?: "locked",
  ): Promise<User | null> {
    if (userId === null) return null;
    const where = { id: userId, active: true };
    const user = lock === undefined ? await em.findOne(User, where) : await findLocked(em, User, where);
    if (user === null || !isSameText(markOf(user), mark)) return null;
    const ended = user.sessionsEndedAt?.getTime() ?? 0;
    return expires - MINUTES * 60_000 > ended ? user : null;
  }

  const formToken = ({ nonce }: BrowserClaims, purpose: string): string =>
    sign("form", `${nonce}:${purpose}`);
  return {
    read,
    signedIn: (ctx, user, authenticatedAt = ctx.clock.now()) => ({
      ...create(ctx, user),
      authenticatedAt: authenticatedAt?.getTime() ?? null,
    }),
    awaitingCode: (ctx, user) => ({ ...create(ctx, user), awaitsCode: true }),
    anonymous: (ctx) => create(ctx, null),
    userOf: async (ctx, claims) => (claims.awaitsCode ? null : provenUser(ctx, claims)),
    lockedUserOf: async (ctx, claims) => (claims.awaitsCode ? null : provenUser(ctx, claims, "locked")),
    awaitedUserOf: async (ctx, claims) => (claims.awaitsCode ? provenUser(ctx, claims) : null),
    write: (response, claims) => cookie.write(response, claims, MINUTES * 60_000),
    clear: cookie.clear,
    formToken,
    isFormToken: (claims, purpose, token) =>
      token !== undefined && isSameText(formToken(claims, purpose), token),
  };
}
