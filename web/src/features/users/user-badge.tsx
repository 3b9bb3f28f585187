import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";

export function UserBadge({ active }: { active: boolean }) {
  const { t } = useTranslation();
  return <Badge tone={active ? "good" : "idle"}>{t(active ? "users.active" : "users.inactive")}</Badge>;
}
