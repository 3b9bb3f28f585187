import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import type { ApiKey } from "./api-key.queries.ts";

const SOON_MS = 14 * 86_400_000;

/** Whether the key works, and when it must be replaced. */
export function KeyBadge({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { active, revoked_at: revoked, rotated_to: successor, rotation_due_at: due } = apiKey;
  if (revoked !== null) return <Badge tone="bad">{t("apiKeys.revoked")}</Badge>;
  if (!active) return <Badge tone="bad">{t("apiKeys.ended")}</Badge>;
  if (successor !== null) return <Badge tone="idle">{t("apiKeys.replaced")}</Badge>;
  if (due !== null && Date.parse(due) - Date.now() < SOON_MS)
    return <Badge tone="warn">{t("apiKeys.rotate", { when: format.relative(due) })}</Badge>;
  return <Badge tone="good">{t("apiKeys.active")}</Badge>;
}
