import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { AddressPager } from "../../ui/address-pager.tsx";
import { Card } from "../../ui/card.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { BuildReport } from "./build-report.tsx";
import { REPORT_KINDS } from "./report-kinds.ts";
import { ReportTable } from "./report-table.tsx";
import { reportListQuery } from "./report.queries.ts";

const route = getRouteApi("/signed-in/projects/$projectId/reports");
const PAGE_ROWS = 25;

/** Reports about a project for readers outside the console. */
export function ReportsPage() {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const { kind, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(
    reportListQuery({
      project_id: projectId,
      limit: PAGE_ROWS,
      page,
      kind,
    }),
  );
  const filter = (
    <Select
      size="xs"
      wrapperProps={{ "data-screen-only": true }}
      aria-label={t("reports.kind")}
      placeholder={t("reports.anyKind")}
      clearable
      data={REPORT_KINDS.map((value) => ({ value, label: t(`reportKind.${value}`) }))}
      value={kind ?? null}
      onChange={(to) => void navigate({ search: { kind: to ?? undefined }, replace: true })}
    />
  );
  return (
    <>
      <PageTitle title={t("nav.reports")} />
      <div className={layout["stack"]}>
        <div data-screen-only>
          <BuildReport projectId={projectId} />
        </div>
        <Card flush title={t("reports.built")} aside={filter}>
          <WhenLoaded query={query}>
            {({ reports }) => <ReportTable reports={reports} isFiltered={kind !== undefined} />}
          </WhenLoaded>
        </Card>
      </div>
      <AddressPager query={query} />
    </>
  );
}
