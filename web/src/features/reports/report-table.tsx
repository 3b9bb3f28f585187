import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Bar } from "../../ui/bar.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { When } from "../../ui/when.tsx";
import table from "../../ui/table.module.css";
import type { Report } from "./report.queries.ts";

const TONES: Record<Report["status"], Tone> = {
  queued: "idle",
  building: "accent",
  completed: "good",
  failed: "bad",
};

function Progress({ report: { status, progress, error } }: { report: Report }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <Badge tone={TONES[status]}>{t(`reportStatus.${status}`)}</Badge>
      {status === "building" && (
        <Bar parts={[{ percent: progress, tone: "accent" }]} label={format.percent(progress)} />
      )}
      {error !== null && <div className={table["under"]}>{error}</div>}
    </>
  );
}

function File({ report }: { report: Report }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, status, file_name: name, file_size: size, sha256 } = report;
  if (status !== "completed" || name === null) return <>–</>;
  return (
    <>
      <a href={`/api/v1/reports/${id}/file`} download={name}>
        {t("viewer.download")}
      </a>{" "}
      <span className={table["under"]}>{format.bytes(size ?? 0)}</span>
      {sha256 !== null && (
        <div className={table["under"]} title={sha256}>
          SHA-256 <code>{sha256.slice(0, 12)}…</code>
        </div>
      )}
    </>
  );
}

/** Finished reports and those in progress. */
export function ReportTable({ reports }: { reports: readonly Report[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (reports.length === 0) return <Empty title={t("reports.none")}>{t("reports.noneHint")}</Empty>;
  return (
    <DataTable
      columns={[
        { text: t("reports.kind") },
        { text: t("reports.requested"), wide: true },
        { text: t("reports.until"), wide: true },
        { text: t("reports.status") },
        { text: t("reports.file") },
      ]}
    >
      {reports.map((report) => (
        <tr key={report.id}>
          <td>{t(`reportKind.${report.kind}`)}</td>
          <td data-wide>
            {report.requester?.name ?? "–"}, <When at={report.requested_at} />
          </td>
          <td data-wide>{format.date(report.expires_at)}</td>
          <td>
            <Progress report={report} />
          </td>
          <td>
            <File report={report} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
