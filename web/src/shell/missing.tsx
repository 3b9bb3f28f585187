import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PageTitle } from "../ui/page-title.tsx";

/** Nothing at this URL is visible to the user. */
export function Missing() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t("missing.title")} />
      <Link to="/">{t("missing.home")}</Link>
    </>
  );
}
