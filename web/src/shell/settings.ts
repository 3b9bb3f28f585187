import {
  IconActivity,
  IconAppWindow,
  IconHistory,
  IconKey,
  IconPlug,
  IconRefreshAlert,
  IconUserShield,
  IconUsers,
  IconWebhook,
  type Icon,
} from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";

interface Setting {
  to: LinkProps["to"];
  icon: Icon;
  text:
    | "users"
    | "apiKeys"
    | "webhooks"
    | "integrations"
    | "clients"
    | "providers"
    | "audit"
    | "system"
    | "workflows";
  /** Hidden from users without this permission. */
  action: string;
}

/** People, credentials and connections. */
export const SETTINGS: readonly Setting[] = [
  { to: "/settings/people", icon: IconUsers, text: "users", action: "user.find_auditors" },
  { to: "/settings/api-keys", icon: IconKey, text: "apiKeys", action: "api_key.create" },
  { to: "/settings/webhooks", icon: IconWebhook, text: "webhooks", action: "webhook.create" },
  { to: "/settings/integrations", icon: IconPlug, text: "integrations", action: "integration.read" },
  { to: "/settings/oauth-clients", icon: IconAppWindow, text: "clients", action: "oauthClient.manage" },
  {
    to: "/settings/identity-providers",
    icon: IconUserShield,
    text: "providers",
    action: "identityProvider.manage",
  },
  { to: "/settings/workflows", icon: IconRefreshAlert, text: "workflows", action: "system.retry" },
  { to: "/settings/audit-log", icon: IconHistory, text: "audit", action: "audit_log.read" },
  { to: "/settings/system", icon: IconActivity, text: "system", action: "system.read" },
];
