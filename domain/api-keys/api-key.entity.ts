import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { me, role, toAll, unconfined } from "../access/wall.ts";
import { User } from "../users/user.entity.ts";
import { KEY_KINDS, isLiveKey, type KeyKind } from "./api-key.rules.ts";
import type { Restrictions } from "./restrictions.rules.ts";

/** Keys are seen as `api_key.read` says: by nobody with a key that is confined to projects. */
const apiKeyPolicy = {
  name: "api_keys_of_caller",
  using: `${toAll} or (${unconfined} and (api_keys.owner_id = ${me} or ${role} = 'admin'))`,
};

const ApiKeySchema = defineEntity({
  name: "ApiKey",
  tableName: "api_keys",
  indexes: [{ properties: ["owner", "createdAt"] }],
  policies: [apiKeyPolicy],
  properties: {
    /** Also the key id inside the key, so that one look-up by primary key finds it. */
    id: p.uuid().primary().onCreate(newId),
    owner: () => p.manyToOne(User).deleteRule("cascade"),
    /** The client that made it, for itself; it ends with the client. Not a relation: history outlives rows. */
    oauthClientId: p.uuid().nullable(),
    name: p.string(),
    description: p.text().default(""),
    kind: p.enum(KEY_KINDS).$type<KeyKind>(),
    scopes: p.array<string>(),
    restrictions: p.json<Restrictions>(),
    /** SHA-256 of the whole key; the key itself is never stored. 256 random bits need no slow hash. */
    hash: p.string().hidden(),
    lastFour: p.string(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    /** The key that replaces this one; not a relation: history outlives rows. */
    rotatedTo: p.uuid().nullable(),
    /** Written in the background, at most once a minute. */
    lastUsedAt: p.datetime().nullable(),
    /** Days before the rotation of the last reminder given, so that a repeated step reminds once. */
    remindedDays: p.integer().nullable(),
  },
});

/** A credential of a user for programs. Rotating makes a new one; this row never changes its secret. */
export class ApiKey extends ApiKeySchema.class {
  isLive(now: Date): boolean {
    return isLiveKey(this, now);
  }
}
ApiKeySchema.setClass(ApiKey);
