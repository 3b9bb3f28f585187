import { defineEntity, p } from "@mikro-orm/core";

const SIGNING_KEY_STATUSES = ["next", "current", "retired"] as const;
export type SigningKeyStatus = (typeof SIGNING_KEY_STATUSES)[number];

const SigningKeySchema = defineEntity({
  name: "SigningKey",
  tableName: "signing_keys",
  properties: {
    /** The `kid` of the tokens it signs. */
    id: p.string().primary(),
    status: p.enum(SIGNING_KEY_STATUSES).$type<SigningKeyStatus>(),
    publicJwk: p.json<Record<string, unknown>>(),
    /** The private JWK, encrypted with ENCRYPTION_KEY and bound to the kid; a retired key has none. */
    sealedPrivateJwk: p.text().nullable().hidden(),
    createdAt: p.datetime(),
    /** For a retired key: when the last token it signed has expired. */
    publishedUntil: p.datetime().nullable(),
  },
});

/**
 * A key pair for access tokens, shared by all processes through the database. It is published before it signs
 * (next), signs (current), and stays published while its tokens may be valid (retired).
 */
export class SigningKey extends SigningKeySchema.class {
  promote(): void {
    this.status = "current";
  }

  retire(publishedUntil: Date): void {
    this.status = "retired";
    this.publishedUntil = publishedUntil;
    this.sealedPrivateJwk = null;
  }
}
SigningKeySchema.setClass(SigningKey);
