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
    /** The application it was given to; null for our own sign-in form. */
    client: () => p.manyToOne(OauthClient).deleteRule("cascade").nullable().index(),
    scopes: p.array<string>(),
    /** From where somebody else acts in the user's name, such as `slack:T1:U2`; the audit log names both. */
    via: p.string().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
});

/** A family of refresh tokens and the access tokens issued beside them: it ends as one. */
export class Session extends SessionSchema.class {
  isLive(now: Date): boolean {
    return !this.revokedAt && this.expiresAt > now;
  }

  revoke(now: Date): void {
    this.revokedAt ??= now;
  }
}
SessionSchema.setClass(Session);

const RefreshTokenSchema = defineEntity({
  name: "RefreshToken",
  tableName: "refresh_tokens",
  properties: {
    /** SHA-256 of the token; the token itself is never stored. */
    hash: p.string().primary(),
    session: () => p.manyToOne(Session).deleteRule("cascade").index(),
    createdAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});

/** One link of a session's rotation chain. */
export class RefreshToken extends RefreshTokenSchema.class {}
RefreshTokenSchema.setClass(RefreshToken);
