import { IconMapOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { PageTitle } from "../ui/page-title.tsx";

/** Nothing at this URL is visible to the user. */
export function Missing() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t("missing.title")} />
      <Card>
        <Empty title={t("problem.missing")} icon={IconMapOff}>
          {t("problem.missingAdvice")}
          <br />
          <Link to="/">{t("missing.home")}</Link>
        </Empty>
      </Card>
    </>
  );
}
