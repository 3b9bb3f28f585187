import { z } from "zod";
import type { Integration } from "../../domain/integrations/integration.entity.ts";
import { isSecretSetting, settingNames } from "../../domain/integrations/integration-settings.ts";
import {
  HOW_TO_INSTALL,
  INTEGRATION_KINDS,
  INTEGRATION_PROBLEMS,
  SENDS_ONLY,
  awaitsInstallation,
  type IntegrationKind,
} from "../../domain/integrations/integration.rules.ts";
import { Timestamp, iso } from "../common.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

const Kind = z.enum(INTEGRATION_KINDS);

export const KindParams = z.object({ kind: Kind.meta({ description: "The kind of integration" }) });

/** Each kind has its own settings, checked by the command; null removes a setting. */
export const SetIntegrationBody = z
  .record(z.string(), z.unknown())
  .refine((body) => Object.keys(body).length > 0, "send at least one setting")
  .meta({
    description:
      "slack: bot_token (or client_id and client_secret, and then POST /api/v1/integrations/slack/install), app_token, signing_secret, default_channel, notification_channels {critical, reports, general}. " +
      "whatsapp: api_url, phone_number_id, access_token, webhook_url, webhook_verify_token, business_account_id, app_secret, template_name, template_language. " +
      "n8n: instance_address, api_token.",
    examples: [{ instance_address: "https://n8n.example.com", api_token: "<API_TOKEN>" }],
  })
  .register(schemaNames, { id: "SetIntegrationBody" });

const TestView = defineView("IntegrationTest", {
  at: Timestamp,
  ok: z.boolean(),
  problem: z.enum(INTEGRATION_PROBLEMS).nullable(),
  detail: z.string(),
});

export const IntegrationView = defineView("Integration", {
  kind: Kind,
  configured: z.boolean().meta({ description: "Whether it is configured and, where needed, installed" }),
  settings: z.record(z.string(), z.unknown()).meta({ description: "Without secrets" }),
  secrets: z.array(z.string()).meta({ description: "Names of the configured secrets" }),
  missing: z.array(z.string()).meta({ description: "Names of missing settings" }),
  next_step: z.string().nullable().meta({ description: "What an admin must do before it works" }),
  last_test: TestView.nullable(),
  failing_since: Timestamp.nullable(),
  updated_at: Timestamp.nullable(),
});

export const IntegrationList = defineView("IntegrationList", { integrations: z.array(IntegrationView) });

const presentTest = ({ testedAt, testOk, testProblem, testDetail }: Integration) =>
  testedAt
    ? {
        at: testedAt.toISOString(),
        ok: testOk === true,
        problem: testProblem ?? null,
        detail: testDetail ?? "",
      }
    : null;

export function presentIntegration(
  kind: IntegrationKind,
  integration: Integration | null,
): z.infer<typeof IntegrationView> {
  const isPending = integration !== null && awaitsInstallation(kind, integration.secretNames);
  const isDeaf = kind === "whatsapp" && integration?.secretNames.includes("app_secret") === false;
  const set = [...Object.keys(integration?.settings ?? {}), ...(integration?.secretNames ?? [])];
  return {
    kind,
    configured: integration !== null && !isPending,
    settings: integration?.settings ?? {},
    secrets: (integration?.secretNames ?? []).filter((name) => isSecretSetting(kind, name)),
    missing: settingNames(kind).filter((name) => !set.includes(name)),
    next_step: isPending ? HOW_TO_INSTALL : isDeaf ? SENDS_ONLY : null,
    last_test: integration === null ? null : presentTest(integration),
    failing_since: iso(integration?.failingSince),
    updated_at: iso(integration?.updatedAt),
  };
}
