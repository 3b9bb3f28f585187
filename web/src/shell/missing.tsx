import { IconMapOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { PageTitle } from "../ui/page-title.tsx";

function Nothing({ title, advice }: { title: string; advice: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t("missing.title")} />
      <Card>
        <Empty title={title} icon={IconMapOff}>
          {advice}
          <br />
          <Link to="/">{t("missing.home")}</Link>
        </Empty>
      </Card>
    </>
  );
}

/** Nothing at this URL is visible to the user. */
export function Missing() {
  const { t } = useTranslation();
  return <Nothing title={t("problem.missing")} advice={t("problem.missingAdvice")} />;
}

/** The user saw something at this URL, and no longer does. */
export function Lost() {
  const { t } = useTranslation();
  return <Nothing title={t("missing.lost")} advice={t("missing.lostAdvice")} />;
}
