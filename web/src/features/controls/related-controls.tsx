import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { frameworkName } from "../../../../domain/frameworks/framework-name.rules.ts";
import { CatalogueText } from "../../ui/catalogue-text.tsx";
import { projectListQuery, projectQuery } from "../projects/project.queries.ts";
import table from "../../ui/table.module.css";
import type { Control } from "./control.queries.ts";

/** Of one customer, for a few frameworks. */
const MAX_PROJECTS = 100;

interface RelatedControlsProps {
  control: Control;
  projectId: string;
}

/** Similar controls of the other framework; links to them where the same customer has a project for it. */
export function RelatedControls({ control: { related_controls: related }, projectId }: RelatedControlsProps) {
  const { t } = useTranslation();
  const enabled = related.length > 0;
  const customer = useQuery({ ...projectQuery(projectId), enabled }).data?.customer_id ?? undefined;
  const frameworks = [...new Set(related.map(({ framework }) => framework))].join();
  const list = { customer_id: customer, framework: frameworks, limit: MAX_PROJECTS };
  const query = useQuery({ ...projectListQuery(list), enabled: enabled && customer !== undefined });
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
                <CatalogueText>{title}</CatalogueText>
              ) : (
                <Link
                  to="/projects/$projectId/controls"
                  params={{ projectId: project.id }}
                  search={{ control: number }}
                >
                  <CatalogueText>{title}</CatalogueText>
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
