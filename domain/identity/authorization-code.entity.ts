import { defineEntity, p } from "@mikro-orm/core";
import { User } from "../users/user.entity.ts";
import { OauthClient } from "./oauth-client.entity.ts";
import { Session } from "./session.entity.ts";

const AuthorizationCodeSchema = defineEntity({
  name: "AuthorizationCode",
  tableName: "authorization_codes",
  properties: {
    /** SHA-256 of the code, which is never stored itself. */
    hash: p.string().primary(),
    client: () => p.manyToOne(OauthClient).deleteRule("cascade").index(),
    user: () => p.manyToOne(User).deleteRule("cascade").index(),
    /** As in the authorization request; null if it relied on the only registered one. */
    redirectUri: p.text().nullable(),
    scopes: p.array<string>(),
    codeChallenge: p.string().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().index(),
    usedAt: p.datetime().nullable(),
    /** The session it was exchanged for. */
    session: () => p.manyToOne(Session).deleteRule("cascade").nullable().index(),
  },
});

/** A user's consent for an application, valid for one exchange. */
export class AuthorizationCode extends AuthorizationCodeSchema.class {}
AuthorizationCodeSchema.setClass(AuthorizationCode);
