import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { useOlder } from "../../ui/use-older.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { FirstFew } from "./first-few.tsx";
import { soonEnds } from "./is-soon.ts";
import { STATUSES_IN_PROGRESS } from "./my-projects-query.ts";
import { TaskRow } from "./task-row.tsx";

type DueMilestone = AnswerOf<"/milestones">["milestones"][number];

const PAGE_ROWS = 25;

/** Missed ones wait for a decision; achieved ones do not. */
const loadDue = (page: number, signal: AbortSignal) => {
  const query = { due_before: soonEnds(), project_status: STATUSES_IN_PROGRESS, page, limit: PAGE_ROWS };
  return dataOf(api.GET("/milestones", { params: { query }, signal }));
};

const dueQuery = queryOptions({
  queryKey: ["projects", "milestones", "due"],
  queryFn: ({ signal }) => loadDue(1, signal),
});

/** Those after them; loaded again with them. */
const FURTHER = { queryKey: ["projects", "milestones", "due", "further"], load: loadDue };

function Row({ milestone }: { milestone: DueMilestone }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, due_date: at, status, project_id: projectId, project_name: project } = milestone;
  return (
    <TaskRow
      link={
        <Link to="/projects/$projectId" params={{ projectId }} search={{ edit: "milestones" }}>
          {name}
        </Link>
      }
      badge={
        <Badge tone={status === "missed" ? "bad" : "warn"}>
          {status === "missed" ? t("milestoneStatus.missed") : format.inDays(at)}
        </Badge>
      }
    >
      {project}
    </TaskRow>
  );
}

/** Milestones of the next weeks, and those that were missed, the earliest first. */
export function DueMilestones() {
  const { t } = useTranslation();
  const further = useOlder(FURTHER);
  return (
    <Card title={t("home.milestones")} flush>
      <WhenLoaded query={useQuery(dueQuery)} lines={3}>
        {({ milestones, pagination: { total } }) => {
          if (milestones.length === 0) return <Empty title={t("home.noMilestones")} />;
          const shown = [...milestones, ...further.pages.flatMap((page) => page.milestones)];
          return (
            <FirstFew
              label={t("home.milestones")}
              rows={shown.map((milestone) => (
                <Row key={milestone.id} milestone={milestone} />
              ))}
              more={shown.length < total ? { query: further.query, onShow: further.show } : null}
            />
          );
        }}
      </WhenLoaded>
    </Card>
  );
}
