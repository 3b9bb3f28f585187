import { z } from "zod";
import type { IntegrationKind, IntegrationResult } from "./integration.rules.ts";

const token = z.string().trim().min(8).max(2_000);
const channel = z
  .string()
  .trim()
  .regex(/^(#[A-Za-z0-9_.-]{1,80}|[CGD][A-Z0-9]{6,})$/, "must be a channel's name with #, or its id");
const address = z.url({ protocol: /^https?$/, error: "must be an address such as https://n8n.example.com" });
const digits = z
  .string()
  .trim()
  .regex(/^\d{5,25}$/, "must be the id that the platform shows, digits only");

/** The bot token may come later, from an installation, if the app's id and secret are set. */
const SLACK = z
  .strictObject({
    bot_token: token.startsWith("xoxb-", "must be a bot token, which begins with xoxb-").optional(),
    client_id: z
      .string()
      .trim()
      .regex(/^[\d.]{5,100}$/, "must be the client id that Slack shows, such as 123456789.987654321")
      .optional(),
    client_secret: token.optional(),
    app_token: token.startsWith("xapp-", "must be an app-level token, which begins with xapp-").optional(),
    signing_secret: token,
    default_channel: channel,
    notification_channels: z
      .strictObject({
        critical: channel.optional(),
        reports: channel.optional(),
        general: channel.optional(),
      })
      .optional(),
  })
  .superRefine(({ bot_token, client_id, client_secret }, { addIssue }) => {
    const addProblem = (name: string, message: string) => addIssue({ code: "custom", path: [name], message });
    if (client_id === undefined && client_secret !== undefined)
      addProblem("client_id", "is required with client_secret");
    if (client_secret === undefined && client_id !== undefined)
      addProblem("client_secret", "is required with client_id");
    if (bot_token === undefined && client_id === undefined && client_secret === undefined)
      addProblem(
        "bot_token",
        "is required, unless you set client_id and client_secret and then install the app",
      );
  });

const WHATSAPP = z.strictObject({
  api_url: address.default("https://graph.facebook.com/v23.0"),
  phone_number_id: digits,
  access_token: token,
  webhook_url: address.optional(),
  webhook_verify_token: token,
  business_account_id: digits.optional(),
  /** Meta signs with it: without it every delivery is refused, and we can only send. */
  app_secret: token.optional(),
  /** A template with one text in its body, for messages outside the 24-hour window. */
  template_name: z
    .string()
    .regex(/^[a-z0-9_]{1,512}$/)
    .default("compliance_update"),
  template_language: z
    .string()
    .regex(/^[a-z]{2,3}(_[A-Z]{2})?$/)
    .default("en"),
});

const N8N = z.strictObject({ instance_address: address, api_token: token });

/** The settings of each kind. */
export const INTEGRATION_SETTINGS = { slack: SLACK, whatsapp: WHATSAPP, n8n: N8N } as const satisfies Record<
  IntegrationKind,
  z.ZodObject
>;

export type IntegrationSettings<K extends IntegrationKind> = z.infer<(typeof INTEGRATION_SETTINGS)[K]>;

/** Tests the settings against the service. Every failure of the service is a result. */
export type TestConnection = (
  kind: IntegrationKind,
  settings: IntegrationSettings<IntegrationKind>,
) => Promise<IntegrationResult>;

/** Settings that are encrypted and never returned. */
const SECRETS: Record<IntegrationKind, readonly string[]> = {
  slack: ["bot_token", "client_secret", "app_token", "signing_secret"],
  whatsapp: ["access_token", "webhook_verify_token", "app_secret"],
  n8n: ["api_token"],
};

export const isSecretSetting = (kind: IntegrationKind, name: string): boolean => SECRETS[kind].includes(name);

/** The names of all settings of a kind. */
export const settingNames = (kind: IntegrationKind): string[] =>
  Object.keys(INTEGRATION_SETTINGS[kind].shape);
