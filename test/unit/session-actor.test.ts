import { describe, expect, test } from "@jest/globals";
import { accessRules } from "../../domain/access-rules.ts";
import { actionsOf } from "../../domain/access/permissions.ts";
import { actorOfSession } from "../../domain/identity/session-actor.rules.ts";
import type { SessionCaller } from "../../domain/identity/session.queries.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const MINUTE_MS = 60_000;

const session = (change: Partial<SessionCaller> = {}): SessionCaller => ({
  sessionId: "s",
  userId: "user",
  clientId: null,
  clientScopes: null,
  role: "customer",
  managerId: null,
  demoAllowed: false,
  authenticatedAt: NOW,
  via: null,
  ...change,
});
const token = { subject: "user", scopes: ["read", "admin"], isBrowser: false };
const browser = { subject: "user", scopes: null, isBrowser: true };

describe("the caller of a session", () => {
  test("has the scopes of the credential that the user's role and the client still allow", () => {
    const scopesOf = (found: SessionCaller, credential: typeof token | typeof browser) =>
      actorOfSession(found, credential, NOW)!.scopes;
    expect(scopesOf(session(), token)).toEqual(["read"]);
    expect(scopesOf(session({ role: "admin" }), token)).toEqual(["read", "admin"]);
    expect(scopesOf(session({ role: "admin", clientId: "c", clientScopes: ["admin"] }), token)).toEqual([
      "admin",
    ]);
    expect(scopesOf(session(), browser)).toEqual(["read", "write", "webhook"]);
  });

  test("is no one if the credential is about someone else", () => {
    expect(actorOfSession(session(), { ...token, subject: "another" }, NOW)).toBeNull();
  });

  test("is the client itself if the credential names it", () => {
    const found = session({ clientId: "c", clientScopes: ["read"] });
    const own = actorOfSession(found, { ...token, subject: "c" }, NOW);
    expect(own).toMatchObject({ id: "user", isClient: true, via: "oauth:c" });
    expect(actorOfSession(found, token, NOW)).toMatchObject({ isClient: false, via: "oauth:c" });
    expect(actorOfSession(session({ via: "slack:U1" }), token, NOW)).toMatchObject({ via: "slack:U1" });
  });

  test("must sign in again only in a browser, after ten minutes", () => {
    const isOld = (minutes: number | null, credential: typeof token | typeof browser) => {
      const authenticatedAt = minutes === null ? null : new Date(NOW.getTime() - minutes * MINUTE_MS);
      return actorOfSession(session({ authenticatedAt }), credential, NOW)!.isSignInOld;
    };
    expect([isOld(10, browser), isOld(11, browser), isOld(600, token)]).toEqual([false, true, false]);
    // The clock was set back.
    expect([isOld(-10, browser), isOld(-60, browser)]).toEqual([false, true]);
    // The identity provider did not say when.
    expect([isOld(null, browser), isOld(null, token)]).toEqual([true, false]);
  });

  test("is offered what needs a recent sign-in also when the sign-in is old", () => {
    const offered = (authenticatedAt: Date) =>
      actionsOf(accessRules, actorOfSession(session({ role: "admin", authenticatedAt }), browser, NOW)!);
    const before = offered(NOW);
    expect(before).toEqual(expect.arrayContaining(["api_key.create", "user.create", "invitation.create"]));
    expect(offered(new Date(NOW.getTime() - 60 * MINUTE_MS))).toEqual(before);
  });
});
