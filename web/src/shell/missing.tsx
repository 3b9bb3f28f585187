import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PageTitle } from "../ui/page-title.tsx";

/** Nothing has this address, as far as the person may know. */
export function Missing() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t("missing.title")} />
      <Link to="/">{t("missing.home")}</Link>
    </>
  );
}
