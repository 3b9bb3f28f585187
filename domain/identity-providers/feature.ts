import type { Feature } from "../feature.ts";
import { identityProviderAccess } from "./identity-provider.access.ts";
import { IdentityProvider } from "./identity-provider.entity.ts";
import { identityProviderEvents } from "./identity-provider.events.ts";
import { UpstreamAccount } from "./upstream-account.entity.ts";

export const identityProviders = {
  entities: [IdentityProvider, UpstreamAccount],
  access: identityProviderAccess,
  events: identityProviderEvents,
} satisfies Feature;
