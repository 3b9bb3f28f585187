import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";
import type { User } from "./user.queries.ts";

/**
 * Whether someone signs in with a second factor. Users without a password sign in at an identity provider, and cannot
 * have one here.
 */
export function FactorBadge({ user }: { user: Pick<User, "second_factor" | "has_password"> }) {
  const { t } = useTranslation();
  const { second_factor: isOn = false, has_password: hasPassword = true } = user;
  if (!hasPassword && !isOn) return <Badge tone="idle">{t("users.factorElsewhere")}</Badge>;
  return <Badge tone={isOn ? "good" : "warn"}>{t(isOn ? "users.factorOn" : "users.factorOff")}</Badge>;
}
