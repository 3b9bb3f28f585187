import { z } from "zod";
import type { IdentityProvider } from "../../../domain/upstream/identity-provider.entity.ts";
import { CREATED_ROLES, PROVIDER_KINDS } from "../../../domain/upstream/identity-provider.rules.ts";
import { Id, Pagination, Timestamp, listQuery } from "../../common.contract.ts";
import { schemaNames } from "../../../platform/web/schema-names.ts";

const address = z.string().trim().min(1).max(2_000);
const attributeName = z.string().trim().min(1).max(100);
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/, "write a domain such as example.com")
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
    description: "Names in the user information of an `oauth2` provider; those of OpenID Connect unless said",
  })
  .register(schemaNames, { id: "IdentityAttributes" });

const fields = {
  name: z.string().trim().min(1).max(100).meta({ description: "On the button of the sign-in page" }),
  issuer: address.meta({ description: "Of the kind `oidc`" }),
  authorization_url: address.meta({ description: "Of the kind `oauth2`, as the next two" }),
  token_url: address,
  userinfo_url: address,
  attributes: Attributes,
  client_id: z.string().trim().min(1).max(500),
  client_secret: z.string().min(1).max(1_000).meta({ description: "Never answered", writeOnly: true }),
  scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "write one scope for each entry")).max(50),
  enabled: z.boolean(),
  link_by_email: z.boolean().meta({
    description:
      "Whether a verified e-mail address is enough to sign in as the existing user who has it; false unless said",
  }),
  create_users: z
    .boolean()
    .meta({ description: "Whether somebody unknown becomes a user; false unless said" }),
  default_role: z.enum(CREATED_ROLES).meta({ description: "Of users made; customer unless said" }),
  allowed_email_domains: z
    .array(domain)
    .max(100)
    .meta({
      description: "Whose verified addresses become users; their subdomains do not",
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

export const IdentityProviderView = z
  .object({
    id: Id,
    name: z.string(),
    kind: z.enum(PROVIDER_KINDS),
    issuer: z.string().nullable(),
    authorization_url: z.string().nullable(),
    token_url: z.string().nullable(),
    userinfo_url: z.string().nullable(),
    attributes: Attributes.required(),
    client_id: z.string(),
    redirect_uri: z.string().meta({ description: "What to register at the provider" }),
    scopes: z.array(z.string()),
    enabled: z.boolean(),
    link_by_email: z.boolean(),
    create_users: z.boolean(),
    default_role: z.enum(CREATED_ROLES),
    allowed_email_domains: z.array(z.string()),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .register(schemaNames, { id: "IdentityProvider" });

export const IdentityProviderList = z
  .object({
    identity_providers: z.array(IdentityProviderView),
    pagination: Pagination,
  })
  .register(schemaNames, { id: "IdentityProviderList" });

export const IdentityProviderTest = z
  .object({
    ok: z.boolean(),
    problem: z.string().nullable().meta({ description: "What the provider did, or did not do" }),
  })
  .register(schemaNames, { id: "IdentityProviderTest" });

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
  create_users: provider.createUsers,
  default_role: provider.defaultRole,
  allowed_email_domains: provider.allowedEmailDomains,
  created_at: provider.createdAt.toISOString(),
  updated_at: provider.updatedAt.toISOString(),
});
