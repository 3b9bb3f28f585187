import { IconShieldCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Note } from "../../ui/note.tsx";
import { When } from "../../ui/when.tsx";
import table from "../../ui/table.module.css";
import { FindingStatusBadge, SeverityBadge } from "./finding-badges.tsx";
import type { Finding } from "./finding.queries.ts";
import { Source } from "./source.tsx";

interface RowProps {
  finding: Finding;
  isChosen: boolean;
}

/** Rendered again only when its finding has changed. */
const Row = memo(function Row({ finding, isChosen }: RowProps) {
  const { t } = useTranslation();
  const { id, title, severity, status, integration, assigned_to: assigned, due_date: due, overdue } = finding;
  return (
    <tr aria-selected={isChosen}>
      <td>
        <SeverityBadge severity={severity} />
      </td>
      <td>
        <Link
          from="/projects/$projectId/findings"
          to="."
          search={(before) => ({ ...before, finding: id, edit: undefined })}
          resetScroll={false}
          className={table["rowLink"]}
        >
          {title}
        </Link>
        <br />
        <Note>
          <Source integration={integration} />
        </Note>
      </td>
      <td data-wide>
        <FindingStatusBadge status={status} />
      </td>
      <td data-wide>{assigned?.name ?? "–"}</td>
      <td data-wide>
        {due === null ? "–" : <When at={due} />} {overdue && <Badge tone="bad">{t("home.overdue")}</Badge>}
      </td>
    </tr>
  );
});

export function FindingsTable({
  findings,
  chosen,
}: {
  findings: readonly Finding[];
  chosen?: string | undefined;
}) {
  const { t } = useTranslation();
  if (findings.length === 0)
    return (
      <Empty title={t("findings.none")} icon={IconShieldCheck}>
        {t("findings.noneHint")}
      </Empty>
    );
  return (
    <div className={table["scroll"]}>
      <table className={table["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("findings.severity")}</th>
            <th scope="col">{t("findings.finding")}</th>
            <th scope="col" data-wide>
              {t("findings.status")}
            </th>
            <th scope="col" data-wide>
              {t("findings.assigned")}
            </th>
            <th scope="col" data-wide>
              {t("findings.due")}
            </th>
          </tr>
        </thead>
        <tbody>
          {findings.map((finding) => (
            <Row key={finding.id} finding={finding} isChosen={finding.id === chosen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
