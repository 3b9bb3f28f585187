import type { Integration, IntegrationKind } from "./integration.queries.ts";

/** The settings of each kind, in the order of the form. */
export const SETTINGS = {
  slack: [
    "client_id",
    "client_secret",
    "signing_secret",
    "default_channel",
    "critical",
    "reports",
    "general",
    "bot_token",
    "app_token",
  ],
  whatsapp: [
    "phone_number_id",
    "access_token",
    "webhook_verify_token",
    "app_secret",
    "business_account_id",
    "api_url",
    "template_name",
    "template_language",
  ],
  n8n: ["instance_address", "api_token"],
} as const satisfies Record<IntegrationKind, readonly string[]>;

export type SettingName = (typeof SETTINGS)[IntegrationKind][number];
export type Settings = Partial<Record<SettingName, string>>;

/** Write-only: they are never shown, and no draft keeps them. */
export const SECRETS: readonly SettingName[] = [
  "client_secret",
  "signing_secret",
  "bot_token",
  "app_token",
  "access_token",
  "webhook_verify_token",
  "app_secret",
  "api_token",
];
const CHANNELS = ["critical", "reports", "general"] as const;

export const isSecret = (name: SettingName): boolean => SECRETS.includes(name);

const isText = (value: unknown): value is string => typeof value === "string";

/** The stored settings without secrets. */
export function settingsOf({ kind, settings }: Integration): Settings {
  const channels = (settings["notification_channels"] ?? {}) as Record<string, unknown>;
  const all: Record<string, unknown> = { ...settings, ...channels };
  const known = SETTINGS[kind].filter((name) => isText(all[name]));
  return Object.fromEntries(known.map((name) => [name, all[name]])) as Settings;
}

/** The fields of the form: every setting of the kind, empty if it is not set. */
export const fieldsOf = (integration: Integration): Settings => ({
  ...(Object.fromEntries(SETTINGS[integration.kind].map((name) => [name, ""])) as Settings),
  ...settingsOf(integration),
});

const textIn = (fields: Settings, name: SettingName): string => fields[name]?.trim() ?? "";

/** The body of the update: only differences. An emptied setting is removed; an empty secret is kept. */
export function changeOf(integration: Integration, fields: Settings): Record<string, unknown> {
  const before = settingsOf(integration);
  const differs = (name: SettingName): boolean => textIn(fields, name) !== textIn(before, name);
  const isChannel = (name: SettingName): boolean => (CHANNELS as readonly string[]).includes(name);
  const change: Record<string, unknown> = {};
  for (const name of SETTINGS[integration.kind])
    if (differs(name) && !isChannel(name)) change[name] = textIn(fields, name) || null;
  if (CHANNELS.some(differs)) {
    const channels = CHANNELS.filter((name) => textIn(fields, name) !== "");
    change["notification_channels"] =
      channels.length === 0 ? null : Object.fromEntries(channels.map((name) => [name, textIn(fields, name)]));
  }
  return change;
}
