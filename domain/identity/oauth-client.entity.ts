import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { User } from "../users/user.entity.ts";
import { CLIENT_TYPES, type ClientType } from "./oauth-client.rules.ts";

const OauthClientSchema = defineEntity({
  name: "OauthClient",
  tableName: "oauth_clients",
  properties: {
    /** The `client_id`. */
    id: p.uuid().primary().onCreate(newId),
    name: p.string(),
    type: p.enum(CLIENT_TYPES).$type<ClientType>(),
    /** SHA-256 of the secret; public clients have none. */
    secretHash: p.string().nullable().hidden(),
    redirectUris: p.array<string>(),
    grants: p.array<string>(),
    scopes: p.array<string>(),
    requirePkce: p.boolean().default(true),
    /** The user whose rights the client has when it acts for itself (client credentials). */
    owner: () => p.manyToOne(User).deleteRule("cascade").index(),
    createdAt: p.datetime().index(),
    updatedAt: p.datetime(),
  },
});

/** An application that may request tokens. */
export class OauthClient extends OauthClientSchema.class {}
OauthClientSchema.setClass(OauthClient);
