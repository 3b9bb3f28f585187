import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { milestonesQuery, type Milestone, type Project } from "../projects/project.queries.ts";
import { FirstFew } from "./first-few.tsx";
import { isSoon } from "./is-soon.ts";
import { myProjectsQuery } from "./my-projects-query.ts";
import { TaskRow } from "./task-row.tsx";

interface Due {
  milestone: Milestone;
  project: Project;
}

/** Missed ones wait for a decision; achieved ones do not. */
const waits = ({ status, due_date: due }: Milestone): boolean =>
  status === "missed" || (status !== "achieved" && isSoon(due));

/** The milestones that wait in the user's projects, earliest first, and the query that shows whether all are known. */
function useDue() {
  const mine = useQuery(myProjectsQuery);
  const projects = mine.data?.projects ?? [];
  const answers = useQueries({ queries: projects.map(({ id }) => milestonesQuery(id)) });
  const last: UseQueryResult<unknown> = [mine, ...answers].find(({ data }) => data === undefined) ?? mine;
  const due: Due[] = answers.flatMap(({ data }, n) =>
    (data?.milestones ?? []).filter(waits).map((milestone) => ({ milestone, project: projects[n]! })),
  );
  const inOrder = due.toSorted((a, b) => a.milestone.due_date.localeCompare(b.milestone.due_date));
  return { last, due: inOrder };
}

function Rows({ due }: { due: readonly Due[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <FirstFew
      label={t("home.milestones")}
      rows={due.map(({ milestone: { id, name, due_date: at, status }, project }) => (
        <TaskRow
          key={id}
          link={
            <Link
              to="/projects/$projectId"
              params={{ projectId: project.id }}
              search={{ edit: "milestones" }}
            >
              {name}
            </Link>
          }
          badge={
            <Badge tone={status === "missed" ? "bad" : "warn"}>
              {status === "missed" ? t("milestoneStatus.missed") : format.inDays(at)}
            </Badge>
          }
        >
          {project.name}
        </TaskRow>
      ))}
    />
  );
}

/** Milestones of the next weeks, and those that were missed. */
export function DueMilestones() {
  const { t } = useTranslation();
  const { last, due } = useDue();
  return (
    <Card title={t("home.milestones")} flush>
      <WhenLoaded query={last} lines={3}>
        {() => (due.length === 0 ? <Empty title={t("home.noMilestones")} /> : <Rows due={due} />)}
      </WhenLoaded>
    </Card>
  );
}
