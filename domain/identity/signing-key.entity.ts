import { defineEntity, p } from "@mikro-orm/core";

const SigningKeySchema = defineEntity({
  name: "SigningKey",
  tableName: "signing_keys",
  properties: {
    /** The `kid` of the tokens it signs. */
    id: p.string().primary(),
    publicJwk: p.json<Record<string, unknown>>(),
    /** The private JWK, sealed with ENCRYPTION_KEY and bound to the kid. */
    sealedPrivateJwk: p.text().hidden(),
    createdAt: p.datetime(),
    /** From then on the key signs nothing new; it stays published while its tokens may live. */
    retiredAt: p.datetime().nullable(),
  },
});

/** A key pair that signs access tokens, shared by every process through the database. */
export class SigningKey extends SigningKeySchema.class {}
SigningKeySchema.setClass(SigningKey);
