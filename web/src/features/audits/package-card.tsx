import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { BuildReport } from "../reports/build-report.tsx";
import { ReportTable } from "../reports/report-table.tsx";
import { reportListQuery } from "../reports/report.queries.ts";

const KINDS = ["auditor_package"] as const;
const MAX = 5;

/** The latest audit packages, and a button to build one. */
export function PackageCard({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const query = useQuery(reportListQuery({ project_id: projectId, kind: "auditor_package", limit: MAX }));
  const hidden = (query.data?.pagination.total ?? 0) - MAX;
  const others = hidden > 0 && (
    <Link to="/projects/$projectId/reports" params={{ projectId }} search={{ kind: "auditor_package" }}>
      {t("findings.more", { count: hidden })}
    </Link>
  );
  return (
    <>
      <BuildReport projectId={projectId} kinds={KINDS} />
      <Card title={t("auditing.package")} aside={others} flush>
        <WhenLoaded query={query} lines={2}>
          {({ reports }) => <ReportTable reports={reports} isFiltered={false} />}
        </WhenLoaded>
      </Card>
    </>
  );
}
