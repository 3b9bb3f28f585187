import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { frameworkName } from "../projects/framework-name.ts";
import { projectListQuery } from "../projects/project.queries.ts";
import table from "../../ui/table.module.css";
import type { Control } from "./control.queries.ts";

const MAX_PROJECTS = 100;

/** Similar controls of the other framework; links to them where the user has a project for it. */
export function RelatedControls({ control: { related_controls: related } }: { control: Control }) {
  const { t } = useTranslation();
  const enabled = related.length > 0;
  const query = useQuery({ ...projectListQuery({ limit: MAX_PROJECTS }), enabled });
  if (!enabled) return null;
  const projectOf = (framework: string) =>
    query.data?.projects.find((project) => project.framework === framework);
  return (
    <>
      <h3>{t("controls.related")}</h3>
      <ul>
        {related.map(({ framework, number, title }) => {
          const project = projectOf(framework);
          return (
            <li key={number}>
              {frameworkName(framework)} <span className={table["code"]}>{number}</span>{" "}
              {project === undefined ? (
                title
              ) : (
                <Link
                  to="/projects/$projectId/controls"
                  params={{ projectId: project.id }}
                  search={{ control: number }}
                >
                  {title}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
