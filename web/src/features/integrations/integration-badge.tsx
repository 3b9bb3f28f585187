import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";
import type { Integration } from "./integration.queries.ts";

/** The state of an integration. */
export function IntegrationBadge({ integration }: { integration: Integration }) {
  const { t } = useTranslation();
  const {
    configured,
    updated_at: set,
    failing_since: failing,
    last_test: test,
    next_step: next,
  } = integration;
  if (set === null) return <Badge tone="idle">{t("integrations.notSet")}</Badge>;
  if (failing !== null || test?.ok === false) return <Badge tone="bad">{t("integrations.failing")}</Badge>;
  if (!configured || next !== null) return <Badge tone="warn">{t("integrations.incomplete")}</Badge>;
  if (test === null) return <Badge tone="accent">{t("integrations.untested")}</Badge>;
  return <Badge tone="good">{t("integrations.works")}</Badge>;
}
