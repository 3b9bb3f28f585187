import { createRoute } from "@tanstack/react-router";
import { readApiKeysSearch } from "./features/api-keys/api-keys-search.ts";
import { readAuditSearch } from "./features/audit-log/audit-search.ts";
import { readIdentityProvidersSearch } from "./features/identity-providers/identity-providers-search.ts";
import { readIntegrationsSearch } from "./features/integrations/integrations-search.ts";
import { readOauthClientsSearch } from "./features/oauth-clients/oauth-clients-search.ts";
import { readUsersSearch } from "./features/users/users-search.ts";
import { readDeliveriesSearch, readWebhooksSearch } from "./features/webhooks/webhooks-search.ts";
import { lazyPage } from "./lazy-page.ts";
import { readSearch } from "./read-search.ts";
import { onlyFor, signedIn } from "./base-routes.ts";

const users = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/people",
  validateSearch: readUsersSearch,
  ...onlyFor("user.find_auditors"),
  component: lazyPage(() => import("./features/users/users-page.tsx"), "UsersPage"),
});

const apiKeys = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/api-keys",
  validateSearch: readApiKeysSearch,
  component: lazyPage(() => import("./features/api-keys/api-keys-page.tsx"), "ApiKeysPage"),
});

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/webhooks",
  validateSearch: readWebhooksSearch,
  ...onlyFor("webhook.create"),
  component: lazyPage(() => import("./features/webhooks/webhooks-page.tsx"), "WebhooksPage"),
});

const webhook = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/webhooks/$webhookId",
  validateSearch: readDeliveriesSearch,
  ...onlyFor("webhook.read"),
  component: lazyPage(() => import("./features/webhooks/webhook-page.tsx"), "WebhookPage"),
});

const workflows = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/workflows",
  validateSearch: readSearch({ status: "text", before: "text" }),
  ...onlyFor("system.retry"),
  component: lazyPage(() => import("./features/workflows/workflows-page.tsx"), "WorkflowsPage"),
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/audit-log",
  validateSearch: readAuditSearch,
  ...onlyFor("audit_log.read"),
  component: lazyPage(() => import("./features/audit-log/audit-page.tsx"), "AuditPage"),
});

const integrations = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/integrations",
  validateSearch: readIntegrationsSearch,
  ...onlyFor("integration.read"),
  component: lazyPage(() => import("./features/integrations/integrations-page.tsx"), "IntegrationsPage"),
});

const oauthClients = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/oauth-clients",
  validateSearch: readOauthClientsSearch,
  ...onlyFor("oauthClient.manage"),
  component: lazyPage(() => import("./features/oauth-clients/oauth-clients-page.tsx"), "OauthClientsPage"),
});

const identityProviders = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/identity-providers",
  validateSearch: readIdentityProvidersSearch,
  ...onlyFor("identityProvider.manage"),
  component: lazyPage(
    () => import("./features/identity-providers/identity-providers-page.tsx"),
    "IdentityProvidersPage",
  ),
});

const system = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/system",
  ...onlyFor("system.read"),
  component: lazyPage(() => import("./features/system/system-page.tsx"), "SystemPage"),
});

/** The pages under /settings. */
export const settings = [
  users,
  apiKeys,
  webhooks,
  webhook,
  workflows,
  audit,
  integrations,
  oauthClients,
  identityProviders,
  system,
] as const;
