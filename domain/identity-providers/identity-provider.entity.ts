import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import {
  CREATED_ROLES,
  PROVIDER_KINDS,
  type AttributeNames,
  type CreatedRole,
  type ProviderKind,
} from "./identity-provider.rules.ts";

const IdentityProviderSchema = defineEntity({
  name: "IdentityProvider",
  tableName: "identity_providers",
  properties: {
    id: p.uuid().primary().onCreate(newId),
    /** Label of the button on the sign-in page. */
    name: p.string(),
    kind: p.enum(PROVIDER_KINDS).$type<ProviderKind>(),
    /** For `oidc`. */
    issuer: p.text().nullable(),
    /** These three and the attribute names are for `oauth2`. */
    authorizationUrl: p.text().nullable(),
    tokenUrl: p.text().nullable(),
    userinfoUrl: p.text().nullable(),
    attributes: p.json<AttributeNames>(),
    clientId: p.text(),
    /** Encrypted with ENCRYPTION_KEY and bound to the id. */
    sealedClientSecret: p.text().hidden(),
    scopes: p.array<string>(),
    enabled: p.boolean(),
    /** Whether a verified e-mail address suffices to link an existing user. */
    linkByEmail: p.boolean(),
    /** Whether a sign-in for which it was made to ask counts as recent although it does not say when it asked. */
    assumeRecentSignIn: p.boolean(),
    /** Whether unknown people become users, with which role, and from which e-mail domains. */
    createUsers: p.boolean(),
    defaultRole: p.enum(CREATED_ROLES).$type<CreatedRole>(),
    allowedEmailDomains: p.array<string>(),
    createdAt: p.datetime().index(),
    updatedAt: p.datetime(),
  },
});

/** An external sign-in service that ours trusts. */
export class IdentityProvider extends IdentityProviderSchema.class {}
IdentityProviderSchema.setClass(IdentityProvider);
