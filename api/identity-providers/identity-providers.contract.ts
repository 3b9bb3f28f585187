import { z } from "zod";
import type { IdentityProvider } from "../../domain/identity-providers/identity-provider.entity.ts";
import { CREATED_ROLES, PROVIDER_KINDS } from "../../domain/identity-providers/identity-provider.rules.ts";
import { Id, PageOf, Timestamp, listQuery } from "../common.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

const address = z.string().trim().min(1).max(2_000);
const attributeName = z.string().trim().min(1).max(100);
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/, "must be a domain such as example.com")
  .max(253);

const Attributes = z
  .strictObject({
    subject: attributeName,
    email: attributeName,
    email_verified: attributeName,
    name: attributeName,
  })
  .partial()
  .meta({
    description: "Claim names in an `oauth2` provider's user information; OpenID Connect's by default",
  })
  .register(schemaNames, { id: "IdentityAttributes" });

const fields = {
  name: z.string().trim().min(1).max(100).meta({ description: "Label of the button on the sign-in page" }),
  issuer: address.meta({ description: "Only for the kind `oidc`" }),
  authorization_url: address.meta({ description: "Only for the kind `oauth2`, like the next two" }),
  token_url: address,
  userinfo_url: address,
  attributes: Attributes,
  client_id: z.string().trim().min(1).max(500),
  client_secret: z
    .string()
    .min(1)
    .max(1_000)
    .meta({ description: "Write-only; never returned", writeOnly: true }),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "must be one scope for each entry"))
    .max(50),
  enabled: z.boolean(),
  link_by_email: z.boolean().meta({
    description:
      "Whether a verified e-mail address signs in the existing user with that address. Default: false",
  }),
  assume_recent_sign_in: z.boolean().meta({
    description:
      "Whether a sign-in counts as recent if the provider does not say when the user signed in (`auth_time`), as with the kind `oauth2`. Default: false",
  }),
  create_users: z
    .boolean()
    .meta({ description: "Whether to create users at their first sign-in. Default: false" }),
  default_role: z.enum(CREATED_ROLES).meta({ description: "Role of created users. Default: customer" }),
  allowed_email_domains: z
    .array(domain)
    .max(100)
    .meta({
      description: "E-mail domains whose verified addresses may become users; subdomains are not included",
      examples: [["example.com"]],
    }),
};

export const UpdateIdentityProviderBody = z
  .strictObject(fields)
  .partial()
  .register(schemaNames, { id: "UpdateIdentityProviderBody" });
export const CreateIdentityProviderBody = UpdateIdentityProviderBody.extend({
  kind: z.enum(PROVIDER_KINDS),
  name: fields.name,
  client_id: fields.client_id,
  client_secret: fields.client_secret,
}).register(schemaNames, { id: "CreateIdentityProviderBody" });
export const IdentityProviderQuery = z.strictObject(listQuery);

export const IdentityProviderView = defineView("IdentityProvider", {
  id: Id,
  name: z.string(),
  kind: z.enum(PROVIDER_KINDS),
  issuer: z.string().nullable(),
  authorization_url: z.string().nullable(),
  token_url: z.string().nullable(),
  userinfo_url: z.string().nullable(),
  attributes: Attributes.required(),
  client_id: z.string(),
  redirect_uri: z.string().meta({ description: "The redirect URI to register at the provider" }),
  scopes: z.array(z.string()),
  enabled: z.boolean(),
  link_by_email: z.boolean(),
  assume_recent_sign_in: z.boolean(),
  create_users: z.boolean(),
  default_role: z.enum(CREATED_ROLES),
  allowed_email_domains: z.array(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const IdentityProviderList = PageOf(
  "identity_providers",
  IdentityProviderView,
  "IdentityProviderList",
);

export const IdentityProviderTest = defineView("IdentityProviderTest", {
  ok: z.boolean(),
  problem: z.string().nullable().meta({ description: "Result of the test" }),
});

export const changeOf = (body: z.infer<typeof UpdateIdentityProviderBody>) => ({
  name: body.name,
  issuer: body.issuer,
  authorizationUrl: body.authorization_url,
  tokenUrl: body.token_url,
  userinfoUrl: body.userinfo_url,
  attributes: body.attributes,
  clientId: body.client_id,
  clientSecret: body.client_secret,
  scopes: body.scopes,
  enabled: body.enabled,
  linkByEmail: body.link_by_email,
  assumeRecentSignIn: body.assume_recent_sign_in,
  createUsers: body.create_users,
  defaultRole: body.default_role,
  allowedEmailDomains: body.allowed_email_domains,
});

export const presentIdentityProvider = (
  provider: IdentityProvider,
  redirectUri: string,
): z.infer<typeof IdentityProviderView> => ({
  id: provider.id,
  name: provider.name,
  kind: provider.kind,
  issuer: provider.issuer ?? null,
  authorization_url: provider.authorizationUrl ?? null,
  token_url: provider.tokenUrl ?? null,
  userinfo_url: provider.userinfoUrl ?? null,
  attributes: provider.attributes,
  client_id: provider.clientId,
  redirect_uri: redirectUri,
  scopes: provider.scopes,
  enabled: provider.enabled,
  link_by_email: provider.linkByEmail,
  assume_recent_sign_in: provider.assumeRecentSignIn,
  create_users: provider.createUsers,
  default_role: provider.defaultRole,
  allowed_email_domains: provider.allowedEmailDomains,
  created_at: provider.createdAt.toISOString(),
  updated_at: provider.updatedAt.toISOString(),
});
