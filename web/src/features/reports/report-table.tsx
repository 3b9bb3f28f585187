import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { useMessage } from "../../i18n/use-message.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Bar } from "../../ui/bar.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { NoRows } from "../../ui/no-rows.tsx";
import { Parts } from "../../ui/parts.tsx";
import table from "../../ui/table.module.css";
import type { Report } from "./report.queries.ts";

const TONES: Record<Report["status"], Tone> = {
  queued: "idle",
  building: "accent",
  completed: "good",
  failed: "bad",
};

/** Why a report failed, in the user's language where possible, with a link to the evidence at fault. */
function Failure({ report: { error, failure } }: { report: Report }) {
  const { t } = useTranslation();
  const say = useMessage();
  if (error === null) return null;
  const { text, lang } = say(failure === null ? null : `report.${failure.reason}`, error);
  const id = failure?.evidence_id ?? null;
  return (
    <div className={table["under"]}>
      <span lang={lang}>{text}</span>
      {id !== null && (
        <>
          {" "}
          <Link to="/evidence/$evidenceId" params={{ evidenceId: id }}>
            {t("reports.openEvidence")}
          </Link>
        </>
      )}
    </div>
  );
}

function Progress({ report: { status, progress } }: { report: Report }) {
  const { t } = useTranslation();
  const format = useFormat();
  const percent = 100 * progress;
  return (
    <>
      <Badge tone={TONES[status]}>{t(`reportStatus.${status}`)}</Badge>
      {status === "building" && <Bar parts={[{ percent, tone: "accent" }]} label={format.percent(percent)} />}
    </>
  );
}

function File({ report }: { report: Report }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, status, file_name: name, file_size: size, sha256 } = report;
  if (status !== "completed" || name === null) return null;
  return (
    <>
      {" "}
      <a href={`/api/v1/reports/${id}/file`} download={name}>
        {t("viewer.download")}
      </a>{" "}
      <span className={table["under"]}>{format.bytes(size ?? 0)}</span>
      {sha256 !== null && (
        <>
          <details className={table["under"]} data-screen-only>
            <summary>
              SHA-256 <code>{sha256.slice(0, 12)}…</code>
            </summary>
            <code className={table["hash"]}>{sha256}</code>
          </details>
          <div className={table["under"]} data-print-only>
            SHA-256 <code className={table["hash"]}>{sha256}</code>
          </div>
        </>
      )}
    </>
  );
}

interface ReportTableProps {
  reports: readonly Report[];
  isFiltered: boolean;
}

/** Finished reports and those in progress. */
export function ReportTable({ reports, isFiltered }: ReportTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (reports.length === 0)
    return (
      <NoRows isFiltered={isFiltered} title={t("reports.none")}>
        {t("reports.noneHint")}
      </NoRows>
    );
  return (
    <DataTable
      columns={[
        { text: t("reports.kind") },
        { text: t("reports.until"), wide: true },
        { text: t("reports.file") },
      ]}
    >
      {reports.map((report) => (
        <tr key={report.id}>
          <td>
            {t(`reportKind.${report.kind}`)}
            <div className={table["under"]}>
              <Parts>
                <span>{report.requester?.name ?? "–"}</span>
                <time dateTime={report.requested_at}>{format.dateTime(report.requested_at)}</time>
              </Parts>
            </div>
          </td>
          <td data-wide>{format.date(report.expires_at)}</td>
          <td>
            <Progress report={report} />
            <File report={report} />
            <Failure report={report} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
