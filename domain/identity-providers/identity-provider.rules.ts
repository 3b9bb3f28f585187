import { webAddressProblem } from "../web-address.rules.ts";

/** `oidc` uses OpenID Connect with discovery; `oauth2` needs all URLs. */
export const PROVIDER_KINDS = ["oidc", "oauth2"] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** The roles that users created by a sign-in may have. */
export const CREATED_ROLES = ["customer", "auditor"] as const;
export type CreatedRole = (typeof CREATED_ROLES)[number];

/** The names of the required attributes in an `oauth2` provider's user information. */
export interface AttributeNames {
  subject: string;
  email: string;
  email_verified: string;
  name: string;
}

/** The names of OpenID Connect. */
export const STANDARD_ATTRIBUTES: AttributeNames = {
  subject: "sub",
  email: "email",
  email_verified: "email_verified",
  name: "name",
};

export interface ProviderFacts {
  kind: ProviderKind;
  issuer?: string | null | undefined;
  authorizationUrl?: string | null | undefined;
  tokenUrl?: string | null | undefined;
  userinfoUrl?: string | null | undefined;
  scopes: readonly string[];
  createUsers: boolean;
  allowedEmailDomains: readonly string[];
}

interface Problem {
  field: string;
  error: string;
  /** The error as a code, for other languages. */
  reason: string;
}

const ADDRESSES = ["issuer", "authorization_url", "token_url", "userinfo_url"] as const;
const ADDRESSES_OF: Record<ProviderKind, readonly (typeof ADDRESSES)[number][]> = {
  oidc: ["issuer"],
  oauth2: ["authorization_url", "token_url", "userinfo_url"],
};

function addressProblem(provider: ProviderFacts): Problem | null {
  const given = {
    issuer: provider.issuer,
    authorization_url: provider.authorizationUrl,
    token_url: provider.tokenUrl,
    userinfo_url: provider.userinfoUrl,
  };
  for (const field of ADDRESSES) {
    const address = given[field] ?? null;
    const belongs = ADDRESSES_OF[provider.kind].includes(field);
    if (belongs !== (address !== null))
      return {
        field,
        error: `${belongs ? "is required" : "is not allowed"} for the kind ${provider.kind}`,
        reason: belongs ? "required" : "not_of_kind",
      };
    const error = address === null ? null : webAddressProblem(address);
    if (error !== null) return { field, error, reason: "not_secure_address" };
  }
  return null;
}

/** The inconsistency of a provider, as field and message; null if there is none. */
export function providerProblem(provider: ProviderFacts): Problem | null {
  const problem = addressProblem(provider);
  if (problem !== null) return problem;
  // The URL of the discovery document itself would be fetched without checking the issuer.
  if (provider.issuer != null && /[?]|\/\.well-known\//.test(provider.issuer))
    return {
      field: "issuer",
      error: "must be the issuer, without a query and without /.well-known/",
      reason: "not_issuer",
    };
  if (provider.kind === "oidc" && !provider.scopes.includes("openid"))
    return { field: "scopes", error: "must include openid for OpenID Connect", reason: "needs_openid" };
  if (provider.createUsers && provider.allowedEmailDomains.length === 0)
    return { field: "allowed_email_domains", error: "is required with create_users", reason: "required" };
  return null;
}

/** The context of a provider's encrypted client secret. */
export const secretContextOf = (providerId: string): string => `identity-provider:${providerId}`;
