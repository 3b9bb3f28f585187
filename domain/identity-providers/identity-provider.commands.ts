import { differences } from "../audit-log/audit.rules.ts";
import { defined } from "../defined.rules.ts";
import { invalid } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { lockRow } from "../../platform/database/lock-row.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { IdentityProvider } from "./identity-provider.entity.ts";
import {
  STANDARD_ATTRIBUTES,
  providerProblem,
  secretContextOf,
  type AttributeNames,
  type CreatedRole,
  type ProviderKind,
} from "./identity-provider.rules.ts";

/** Encrypts what must be readable again; a text can be decrypted only with its own context. */
export interface SecretSealer {
  seal(plain: string, context: string): string;
}

export type ProviderContext = CommandContext & { secrets: SecretSealer };

export interface IdentityProviderChange {
  name?: string | undefined;
  issuer?: string | undefined;
  authorizationUrl?: string | undefined;
  tokenUrl?: string | undefined;
  userinfoUrl?: string | undefined;
  attributes?: Partial<AttributeNames> | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  scopes?: string[] | undefined;
  enabled?: boolean | undefined;
  linkByEmail?: boolean | undefined;
  assumeRecentSignIn?: boolean | undefined;
  createUsers?: boolean | undefined;
  defaultRole?: CreatedRole | undefined;
  allowedEmailDomains?: string[] | undefined;
}

export interface CreateIdentityProviderInput extends IdentityProviderChange {
  name: string;
  kind: ProviderKind;
  clientId: string;
  clientSecret: string;
}

const DEFAULT_SCOPES: Record<ProviderKind, string[]> = { oidc: ["openid", "email", "profile"], oauth2: [] };

/** The provider in events. */
const reference = (provider: IdentityProvider) => ({
  id: provider.id,
  name: provider.name,
  kind: provider.kind,
  enabled: provider.enabled,
  link_by_email: provider.linkByEmail,
  assume_recent_sign_in: provider.assumeRecentSignIn,
  create_users: provider.createUsers,
});

/** The readable fields that can change, by API name, as comparable values. */
const valuesOf = (provider: IdentityProvider) => ({
  name: provider.name,
  issuer: provider.issuer ?? null,
  authorization_url: provider.authorizationUrl ?? null,
  token_url: provider.tokenUrl ?? null,
  userinfo_url: provider.userinfoUrl ?? null,
  attributes: JSON.stringify(provider.attributes),
  client_id: provider.clientId,
  scopes: provider.scopes.join("\n"),
  enabled: provider.enabled,
  link_by_email: provider.linkByEmail,
  assume_recent_sign_in: provider.assumeRecentSignIn,
  create_users: provider.createUsers,
  default_role: provider.defaultRole,
  allowed_email_domains: provider.allowedEmailDomains.join("\n"),
});

function refuseMisfit(provider: IdentityProvider): void {
  const problem = providerProblem(provider);
  if (problem !== null) throw invalid(problem);
}

/** Registers an identity provider, enabled by default. VALIDATION_ERROR if the parts are inconsistent. */
export async function createIdentityProvider(
  ctx: ProviderContext,
  { clientSecret, attributes, ...input }: CreateIdentityProviderInput,
): Promise<IdentityProvider> {
  const now = ctx.clock.now();
  const id = newId();
  const provider = ctx.em.create(IdentityProvider, {
    id,
    ...input,
    attributes: { ...STANDARD_ATTRIBUTES, ...attributes },
    sealedClientSecret: ctx.secrets.seal(clientSecret, secretContextOf(id)),
    scopes: input.scopes ?? DEFAULT_SCOPES[input.kind],
    enabled: input.enabled ?? true,
    linkByEmail: input.linkByEmail ?? false,
    assumeRecentSignIn: input.assumeRecentSignIn ?? false,
    createUsers: input.createUsers ?? false,
    defaultRole: input.defaultRole ?? "customer",
    allowedEmailDomains: input.allowedEmailDomains ?? [],
    createdAt: now,
    updatedAt: now,
  });
  refuseMisfit(provider);
  const data = { identity_provider: reference(provider) };
  recordEvent(ctx, "identity_provider.created", { subject: provider, data });
  return provider;
}

/** Changes the fields that differ, effective with the next sign-in. */
export async function updateIdentityProvider(
  ctx: ProviderContext,
  provider: IdentityProvider,
  input: IdentityProviderChange,
): Promise<IdentityProvider> {
  await lockRow(ctx.em, provider, "Identity provider");
  const before = valuesOf(provider);
  const { clientSecret, attributes, ...rest } = defined(input);
  ctx.em.assign(provider, rest);
  if (attributes !== undefined) provider.attributes = { ...provider.attributes, ...attributes };
  if (clientSecret !== undefined)
    provider.sealedClientSecret = ctx.secrets.seal(clientSecret, secretContextOf(provider.id));
  refuseMisfit(provider);
  const { changed, changes } = differences(before, valuesOf(provider));
  const named = clientSecret === undefined ? changed : [...changed, "client_secret"];
  if (named.length === 0) return provider;
  provider.updatedAt = ctx.clock.now();
  const data = { identity_provider: reference(provider), changed: named };
  recordEvent(ctx, "identity_provider.updated", { subject: provider, data, changes });
  return provider;
}

/** Removes a provider and all its links. Users without a password can then no longer sign in. */
export async function deleteIdentityProvider(ctx: CommandContext, provider: IdentityProvider): Promise<void> {
  await lockRow(ctx.em, provider, "Identity provider");
  const data = { identity_provider: reference(provider) };
  recordEvent(ctx, "identity_provider.deleted", { subject: provider, data });
  ctx.em.remove(provider);
}
