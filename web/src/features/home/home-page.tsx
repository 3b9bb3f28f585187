import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PageTitle } from "../../ui/page-title.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Note } from "../../ui/note.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { NoProjects } from "../projects/no-projects.tsx";
import { latestProjectsQuery } from "../projects/project.queries.ts";
import { myProjectsQuery } from "./my-projects-query.ts";
import { ProjectTile } from "./project-tile.tsx";
import { OpenTasks } from "./open-tasks.tsx";

function MyProjects() {
  const { t } = useTranslation();
  const query = useQuery(myProjectsQuery);
  const all = useQuery(latestProjectsQuery).data?.pagination.total ?? 0;
  return (
    <section className={layout["stack"]} aria-label={t("home.projects")}>
      <WhenLoaded query={query}>
        {({ projects }) => (
          <>
            {projects.length === 0 && (
              <Card>{all === 0 ? <NoProjects /> : <Empty title={t("home.noneActive")} />}</Card>
            )}
            {projects.map((project) => (
              <ProjectTile key={project.id} project={project} />
            ))}
            {all > projects.length && (
              <Note>
                <Link to="/projects">{t("home.allProjects", { count: all })}</Link>
              </Note>
            )}
          </>
        )}
      </WhenLoaded>
    </section>
  );
}

/** The user's open tasks and the state of their projects. */
export function HomePage() {
  const { t } = useTranslation();
  const { name } = useProfile();
  // Without projects there are no tasks, only a beginning.
  const isEmpty = useQuery(latestProjectsQuery).data?.pagination.total === 0;
  return (
    <>
      <PageTitle title={t("home.title")}>
        <Note>{t("home.greeting", { name })}</Note>
      </PageTitle>
      <div className={layout["stack"]}>
        {!isEmpty && <OpenTasks />}
        <MyProjects />
      </div>
    </>
  );
}
