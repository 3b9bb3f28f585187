import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";

export function ProviderBadge({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation();
  return <Badge tone={enabled ? "good" : "idle"}>{t(enabled ? "providers.on" : "providers.off")}</Badge>;
}
