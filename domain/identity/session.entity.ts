import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { User } from "../users/user.entity.ts";
import { OauthClient } from "./oauth-client.entity.ts";

const SessionSchema = defineEntity({
  name: "Session",
  tableName: "sessions",
  properties: {
    id: p.uuid().primary().onCreate(newId),
    user: () => p.manyToOne(User).deleteRule("cascade").index(),
    /** The application that has it; null for our own sign-in form. */
    client: () => p.manyToOne(OauthClient).deleteRule("cascade").nullable().index(),
    scopes: p.array<string>(),
    /** The chat account that acts for the user, such as `slack:T1:U2`; the audit log names both. */
    via: p.string().nullable(),
    /** Of the browser or program that signed in, as sent but bounded; null if it sent none. */
    userAgent: p.string().nullable(),
    /** From which the user signed in. */
    address: p.string().nullable(),
    createdAt: p.datetime(),
    /** When the user last proved who they are; null if their identity provider did not say. */
    authenticatedAt: p.datetime().nullable(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
    /** At most a minute behind; null before the first request. */
    lastUsedAt: p.datetime().nullable(),
  },
});

/** A family of refresh tokens and their access tokens, which end together. */
export class Session extends SessionSchema.class {
  isLive(now: Date): boolean {
    return !this.revokedAt && this.expiresAt > now;
  }
}
SessionSchema.setClass(Session);

const RefreshTokenSchema = defineEntity({
  name: "RefreshToken",
  tableName: "refresh_tokens",
  properties: {
    /** SHA-256 of the token, which is never stored itself. */
    hash: p.string().primary(),
    session: () => p.manyToOne(Session).deleteRule("cascade").index(),
    createdAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});

/** One link of a session's rotation chain. */
export class RefreshToken extends RefreshTokenSchema.class {}
RefreshTokenSchema.setClass(RefreshToken);
