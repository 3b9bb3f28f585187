import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PageTitle } from "../ui/page-title.tsx";
import styles from "./shell.module.css";

/** No page has this address. */
export function Missing() {
  const { t } = useTranslation();
  return (
    <main className={styles["main"]}>
      <PageTitle title={t("missing.title")} />
      <Link to="/">{t("missing.home")}</Link>
    </main>
  );
}
