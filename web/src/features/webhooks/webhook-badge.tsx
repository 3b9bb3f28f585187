import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";
import type { Webhook } from "./webhook.queries.ts";

const REASONS = { gone: "gone", failing: "disabled", credential_ended: "ended" } as const;

export function WebhookBadge({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { active, disabled_reason: reason, failing_since: failing } = webhook;
  if (!active && reason !== null) return <Badge tone="bad">{t(`webhooks.${REASONS[reason]}`)}</Badge>;
  if (!active) return <Badge tone="idle">{t("webhooks.off")}</Badge>;
  if (failing !== null) return <Badge tone="warn">{t("webhooks.failing")}</Badge>;
  return <Badge tone="good">{t("webhooks.active")}</Badge>;
}
