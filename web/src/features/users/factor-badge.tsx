import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";

/** Whether someone signs in with a second factor. */
export function FactorBadge({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation();
  return <Badge tone={isOn ? "good" : "warn"}>{t(isOn ? "users.factorOn" : "users.factorOff")}</Badge>;
}
