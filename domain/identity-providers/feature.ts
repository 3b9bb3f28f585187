import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";
import type { Feature } from "../feature.ts";
import { notifyOwner } from "../identity/notify-owner.ts";
import { identityProviderAccess } from "./identity-provider.access.ts";
import { IdentityProvider } from "./identity-provider.entity.ts";
import { UpstreamAccount } from "./upstream-account.entity.ts";

const identityProviderRef = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  enabled: z.boolean(),
  link_by_email: z.boolean(),
  /** Missing in events of earlier versions. */
  assume_recent_sign_in: z.boolean().optional(),
  create_users: z.boolean(),
});
const upstreamAccountRef = z.object({
  id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  user_id: z.string(),
  provider_id: z.string(),
});

const identity_provider = {
  id: exampleId(1),
  name: "Company sign-in",
  kind: "oidc",
  enabled: true,
  link_by_email: false,
  assume_recent_sign_in: false,
  create_users: true,
};
const upstream_account = {
  id: exampleId(1),
  issuer: "https://login.example.com",
  subject: "248289761001",
  user_id: exampleId(4),
  provider_id: exampleId(5),
};

const events = {
  "identity_provider.created": event(
    "An identity provider was registered",
    { identity_provider: identityProviderRef },
    { identity_provider },
  ),
  "identity_provider.updated": event(
    "An identity provider changed; `changed` has the names of the API fields",
    { identity_provider: identityProviderRef, changed: z.array(z.string()) },
    { identity_provider, changed: ["enabled"] },
  ),
  "identity_provider.deleted": event(
    "An identity provider was removed",
    { identity_provider: identityProviderRef },
    { identity_provider },
  ),
  "user.upstream_linked": event(
    "An account at an identity provider was linked to a user",
    {
      upstream_account: upstreamAccountRef,
      /** Missing in events of earlier versions. */
      provider_name: z.string().optional(),
      user: z.object({ id: z.string(), email: z.string() }).optional(),
      /** Whether the user was created by this sign-in. */
      is_new_user: z.boolean().optional(),
    },
    {
      upstream_account,
      provider_name: "Company sign-in",
      user: { id: exampleId(4), email: "kim@example.com" },
      is_new_user: false,
    },
  ),
  "user.upstream_unlinked": event(
    "An account at an identity provider was unlinked from a user",
    { upstream_account: upstreamAccountRef },
    { upstream_account },
  ),
};

export const identityProviders = {
  entities: [IdentityProvider, UpstreamAccount],
  access: identityProviderAccess,
  events,
  starts: { "user.upstream_linked": notifyOwner },
} satisfies Feature;
