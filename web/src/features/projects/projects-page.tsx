import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PROJECT_STATUSES } from "../../../../domain/projects/project.rules.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { AddressPager } from "../../ui/address-pager.tsx";
import { AddressSearch } from "../../ui/address-search.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { FilterSelect } from "../../ui/filter-select.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { sortParameters } from "../../ui/sorting.ts";
import { useSorting } from "../../ui/use-sorting.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { profileQuery } from "../identity/session.queries.ts";
import { NoProjects } from "./no-projects.tsx";
import { ProjectBadge } from "./project-badge.tsx";
import { projectListQuery, type Project } from "./project.queries.ts";
import type { ProjectsSorting } from "./projects-search.ts";
import { useFrameworkName } from "./use-framework-name.ts";

const PAGE_ROWS = 25;

function Row({ project }: { project: Project }) {
  const format = useFormat();
  const {
    id,
    name,
    framework,
    status,
    compliance_score: score,
    customer,
    auditor,
    period_end: end,
  } = project;
  const frameworkName = useFrameworkName(framework);
  return (
    <tr>
      <td>
        <Link className={table["rowLink"]} to="/projects/$projectId" params={{ projectId: id }}>
          {name}
        </Link>
        <div data-narrow>
          <ProjectBadge status={status} />
        </div>
      </td>
      <td data-wide="more">{frameworkName}</td>
      <td data-wide>
        <ProjectBadge status={status} />
      </td>
      <td data-number>{format.percent(score)}</td>
      <td data-wide>{customer?.name ?? "–"}</td>
      <td data-wide="more">{auditor?.name ?? "–"}</td>
      <td data-wide>{end === null ? "–" : format.date(end)}</td>
    </tr>
  );
}

interface ProjectsProps {
  projects: readonly Project[];
  isFiltered: boolean;
  sorting: ProjectsSorting;
}

function Projects({ projects, isFiltered, sorting }: ProjectsProps) {
  const { t } = useTranslation();
  if (projects.length === 0 && isFiltered)
    return <Empty title={t("projects.noneFound")}>{t("action.changeFilter")}</Empty>;
  if (projects.length === 0) return <NoProjects />;
  return (
    <DataTable
      sorting={sorting}
      columns={[
        { text: t("projects.name"), by: "name", under: { text: t("projects.status"), by: "status" } },
        { text: t("projects.framework"), by: "framework", wide: "more" },
        { text: t("projects.status"), by: "status", wide: true },
        { text: t("project.score"), by: "compliance_score", first: "desc", number: true },
        { text: t("projects.customer"), wide: true },
        { text: t("projects.auditor"), wide: "more" },
        { text: t("projects.until"), wide: true },
      ]}
    >
      {projects.map((project) => (
        <Row key={project.id} project={project} />
      ))}
    </DataTable>
  );
}

function Filters() {
  const { t } = useTranslation();
  return (
    <div className={layout["toolbar"]} role="search">
      <AddressSearch label={t("projects.find")} />
      <FilterSelect
        name="status"
        label={t("projects.status")}
        any={t("projects.anyStatus")}
        data={PROJECT_STATUSES.map((value) => ({ value, label: t(`projectStatus.${value}`) }))}
      />
    </div>
  );
}

/** All projects visible to the user. */
export function ProjectsPage() {
  const { t } = useTranslation();
  const { q, status, sort, order, page = 1 } = useSearch({ from: "/signed-in/projects" });
  const sorting = useSorting({ sort, order });
  const permissions = useQuery(profileQuery).data?.permissions;
  const query = useQuery(
    projectListQuery({
      limit: PAGE_ROWS,
      page,
      search: q,
      status,
      ...sortParameters({ sort, order }),
    }),
  );
  return (
    <>
      <PageTitle title={t("projects.title")}>
        {permissions?.includes("project.create") === true && (
          <Button component={Link} to="/projects/new" leftSection={<IconPlus size={15} aria-hidden />}>
            {t("newProject.title")}
          </Button>
        )}
      </PageTitle>
      <Filters />
      <Card flush>
        <WhenLoaded query={query}>
          {({ projects }) => (
            <Projects
              projects={projects}
              isFiltered={q !== undefined || status !== undefined}
              sorting={sorting}
            />
          )}
        </WhenLoaded>
      </Card>
      <AddressPager query={query} />
    </>
  );
}
