import { IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Note } from "../../ui/note.tsx";
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

/** Opens the Temporal UI, for operators. */
function TemporalLink() {
  const { t } = useTranslation();
  const { data } = useQuery(backlogQuery);
  if (data === undefined) return null;
  return (
    <a href={data.workflows_url} target="_blank" rel="noreferrer" className={layout["inline"]}>
      {t("system.temporal")}
      <IconExternalLink size={15} aria-hidden />
    </a>
  );
}

/** Dependencies, backlog and task queues. */
export function SystemPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t("nav.system")}>
        <Version />
        <TemporalLink />
      </PageTitle>
      <div className={layout["stack"]}>
        <DependenciesCard />
        <BacklogCard />
        <TaskQueuesCard />
      </div>
    </>
  );
}
