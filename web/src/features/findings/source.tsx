import { useTranslation } from "react-i18next";

/** Where a finding comes from: a scanner or service, or a person. */
export function Source({ integration }: { integration: string }) {
  const { t } = useTranslation();
  return integration === "manual" ? t("findings.byPerson") : integration;
}
