import type {
  CreatedRole,
  ProviderKind,
} from "../../../../domain/identity-providers/identity-provider.rules.ts";
import type { IdentityProvider } from "./identity-provider.queries.ts";

export const ADDRESSES = {
  oidc: ["issuer"],
  oauth2: ["authorization_url", "token_url", "userinfo_url"],
} as const satisfies Record<ProviderKind, readonly (keyof IdentityProvider)[]>;
export type AddressName = (typeof ADDRESSES)[ProviderKind][number];

/** The fields of the form. */
export interface ProviderFacts {
  kind: ProviderKind;
  name: string;
  addresses: Record<AddressName, string>;
  clientId: string;
  /** Empty keeps the current secret. */
  clientSecret: string;
  /** Separated by spaces, like the domains. */
  scopes: string;
  domains: string;
  enabled: boolean;
  linkByEmail: boolean;
  assumeRecentSignIn: boolean;
  createUsers: boolean;
  role: CreatedRole;
}

const NO_ADDRESSES = { issuer: "", authorization_url: "", token_url: "", userinfo_url: "" };

export const NEW_PROVIDER: ProviderFacts = {
  kind: "oidc",
  name: "",
  addresses: NO_ADDRESSES,
  clientId: "",
  clientSecret: "",
  scopes: "openid email profile",
  domains: "",
  enabled: true,
  linkByEmail: false,
  assumeRecentSignIn: false,
  createUsers: false,
  role: "customer",
};

export const factsOf = (provider: IdentityProvider): ProviderFacts => ({
  kind: provider.kind,
  name: provider.name,
  addresses: {
    issuer: provider.issuer ?? "",
    authorization_url: provider.authorization_url ?? "",
    token_url: provider.token_url ?? "",
    userinfo_url: provider.userinfo_url ?? "",
  },
  clientId: provider.client_id,
  clientSecret: "",
  scopes: provider.scopes.join(" "),
  domains: provider.allowed_email_domains.join(" "),
  enabled: provider.enabled,
  linkByEmail: provider.link_by_email,
  assumeRecentSignIn: provider.assume_recent_sign_in,
  createUsers: provider.create_users,
  role: provider.default_role,
});

const wordsIn = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== "");

/** The fields in the API's format: only the URLs of this kind, and no secret unless it changes. */
export const changeOf = (facts: ProviderFacts) => ({
  name: facts.name,
  client_id: facts.clientId,
  ...(facts.clientSecret === "" ? {} : { client_secret: facts.clientSecret }),
  ...Object.fromEntries(ADDRESSES[facts.kind].map((name) => [name, facts.addresses[name]])),
  scopes: wordsIn(facts.scopes),
  enabled: facts.enabled,
  link_by_email: facts.linkByEmail,
  assume_recent_sign_in: facts.assumeRecentSignIn,
  create_users: facts.createUsers,
  default_role: facts.role,
  allowed_email_domains: wordsIn(facts.domains),
});
