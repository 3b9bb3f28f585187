import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { AddressPager } from "../../ui/address-pager.tsx";
import { AddressSearch } from "../../ui/address-search.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { ProjectBadge } from "../projects/project-badge.tsx";
import { projectListQuery, type Project } from "../projects/project.queries.ts";

const PAGE_ROWS = 25;

function Audits({ projects, isFiltered }: { projects: readonly Project[]; isFiltered: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (projects.length === 0 && isFiltered)
    return <Empty title={t("projects.noneFound")}>{t("action.changeFilter")}</Empty>;
  if (projects.length === 0) return <Empty title={t("auditing.none")}>{t("auditing.noneHint")}</Empty>;
  return (
    <DataTable
      columns={[
        { text: t("projects.name") },
        { text: t("projects.customer"), wide: true },
        { text: t("projects.until"), wide: true },
        { text: t("project.score"), number: true, wide: true },
        { text: t("projects.status") },
      ]}
    >
      {projects.map(({ id, name, customer, period_end: end, compliance_score: score, status }) => (
        <tr key={id}>
          <td>
            <Link className={table["rowLink"]} to="/audits/$projectId" params={{ projectId: id }}>
              {name}
            </Link>
            <div className={table["under"]} data-narrow>
              {t("project.score")}: {format.percent(score)}
            </div>
          </td>
          <td data-wide>{customer?.name ?? "–"}</td>
          <td data-wide>{end === null ? "–" : format.date(end)}</td>
          <td data-number data-wide>
            {format.percent(score)}
          </td>
          <td>
            <ProjectBadge status={status} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** The projects in which the user is the auditor. */
export function AuditsPage() {
  const { t } = useTranslation();
  const { id } = useProfile();
  const { q, page = 1 } = useSearch({ from: "/signed-in/audits" });
  const query = useQuery(
    projectListQuery({ limit: PAGE_ROWS, page, search: q, auditor_id: id, sort: "name", order: "asc" }),
  );
  return (
    <>
      <PageTitle title={t("auditing.mine")} />
      <div className={layout["toolbar"]} role="search">
        <AddressSearch label={t("projects.find")} />
      </div>
      <Card flush>
        <WhenLoaded query={query}>
          {({ projects }) => <Audits projects={projects} isFiltered={q !== undefined} />}
        </WhenLoaded>
      </Card>
      <AddressPager query={query} />
    </>
  );
}
