import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { dueControlsQuery } from "../controls/control.queries.ts";
import { DueBadge } from "../controls/due-badge.tsx";
import { useProfile } from "../identity/use-profile.ts";
import { myProjectsQuery } from "./my-projects-query.ts";
import { NameOfProject } from "./name-of-project.tsx";
import { TaskRow } from "./task-row.tsx";

const MAX = 5;

/** The user's controls that are overdue or due soon, earliest first, and the query that shows whether all are known. */
function useDue() {
  const { id: me } = useProfile();
  const mine = useQuery(myProjectsQuery);
  const projects = mine.data?.projects ?? [];
  const answers = useQueries({ queries: projects.map(({ id }) => dueControlsQuery(id, me)) });
  const last: UseQueryResult<unknown> = [mine, ...answers].find(({ data }) => data === undefined) ?? mine;
  const due = answers
    .flatMap(({ data }) => data?.controls ?? [])
    .toSorted((a, b) => a.due_date!.localeCompare(b.due_date!));
  return { last, due: due.slice(0, MAX) };
}

/** Controls that the user owns and has to complete within a month. */
export function DueControls() {
  const { t } = useTranslation();
  const { last, due } = useDue();
  return (
    <Card title={t("home.controls")} flush>
      <WhenLoaded query={last} lines={3}>
        {() =>
          due.length === 0 ? (
            <Empty title={t("home.noControls")} />
          ) : (
            <ul className={layout["list"]}>
              {due.map((control) => (
                <TaskRow
                  key={control.id}
                  link={
                    <Link
                      to="/projects/$projectId/controls"
                      params={{ projectId: control.project_id }}
                      search={{ control: control.number }}
                    >
                      <span className={table["code"]}>{control.number}</span> {control.title}
                    </Link>
                  }
                  badge={<DueBadge control={control} />}
                >
                  <NameOfProject id={control.project_id} />
                </TaskRow>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </Card>
  );
}
