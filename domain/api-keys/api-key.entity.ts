import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { me, role, toAll, unconfined } from "../access/row-security.ts";
import { User } from "../users/user.entity.ts";
import { KEY_KINDS, isLiveKey, type KeyKind } from "./api-key.rules.ts";
import type { Restrictions } from "./restrictions.rules.ts";

/** Visibility of keys, as in `api_key.read`: never with a key restricted to projects. */
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
    /** Also the id within the key text, so that one look-up by primary key finds it. */
    id: p.uuid().primary().onCreate(newId),
    owner: () => p.manyToOne(User).deleteRule("cascade"),
    /**
     * The client that created it for itself; it ends with the client. Not a relation: history outlives rows.
     */
    oauthClientId: p.uuid().nullable(),
    name: p.string(),
    description: p.text().default(""),
    kind: p.enum(KEY_KINDS).$type<KeyKind>(),
    scopes: p.array<string>(),
    restrictions: p.json<Restrictions>(),
    /** SHA-256 of the whole key, which is never stored itself. 256 random bits need no slow hash. */
    hash: p.string().hidden(),
    lastFour: p.string(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    /** The key that replaces this one. Not a relation: history outlives rows. */
    rotatedTo: p.uuid().nullable(),
    /** Written in the background, at most once a minute. */
    lastUsedAt: p.datetime().nullable(),
    /** The days of the last reminder, so that a repeated step reminds once. */
    remindedDays: p.integer().nullable(),
  },
});

/** A user's credential for programs. Rotating creates a new row; this one never changes its secret. */
export class ApiKey extends ApiKeySchema.class {
  isLive(now: Date): boolean {
    return isLiveKey(this, now);
  }
}
ApiKeySchema.setClass(ApiKey);
