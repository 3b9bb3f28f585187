import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Note } from "../../ui/note.tsx";
import { OutsideLink } from "../../ui/outside-link.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import { BacklogCard } from "./backlog-card.tsx";
import { DependenciesCard } from "./dependencies-card.tsx";
import { backlogQuery, healthQuery } from "./system.queries.ts";
import { TaskQueuesCard } from "./task-queues-card.tsx";

function Version() {
  const { t } = useTranslation();
  const { data, dataUpdatedAt } = useQuery(healthQuery);
  if (data === undefined) return null;
  const start = new Date(dataUpdatedAt - data.uptime_seconds * 1_000).toISOString();
  return (
    <Note>
      {t("system.version", { version: data.version })} <When at={start} />
    </Note>
  );
}

/** What else the service shows in a browser, for operators. */
function OtherPages() {
  const { t } = useTranslation();
  const { data } = useQuery(backlogQuery);
  return (
    <div className={layout["links"]}>
      {/* At the left end of links that end at the right, so that it moves none of them when it appears. */}
      {data !== undefined && <OutsideLink href={data.workflows_url}>{t("system.temporal")}</OutsideLink>}
      <OutsideLink href="/openapi.json">{t("system.openapi")}</OutsideLink>
    </div>
  );
}

/** Dependencies, backlog and task queues. */
export function SystemPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t("nav.system")}>
        <Version />
        <OtherPages />
      </PageTitle>
      <div className={layout["stack"]}>
        <DependenciesCard />
        <BacklogCard />
        <TaskQueuesCard />
      </div>
    </>
  );
}
