import { IconShieldCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { memo, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { isActive } from "../../../../domain/findings/finding.rules.ts";
import { Badge } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Note } from "../../ui/note.tsx";
import { RowMark, type Marks } from "../../ui/row-mark.tsx";
import { useRange } from "../../ui/use-range.ts";
import { When } from "../../ui/when.tsx";
import table from "../../ui/table.module.css";
import { FindingStatusBadge, SeverityBadge } from "./finding-badges.tsx";
import type { Finding } from "./finding.queries.ts";
import { withFinding, type FindingsSorting } from "./findings-search.ts";
import { Source } from "./source.tsx";

interface RowProps {
  finding: Finding;
  isChosen: boolean;
  marks: Marks<Finding> | undefined;
  /** The findings that its box chooses. */
  rangeOf: (finding: Finding, event: SyntheticEvent) => readonly Finding[];
}

/** Rendered again only when its finding or the selection has changed. */
const Row = memo(function Row({ finding, isChosen, marks, rangeOf }: RowProps) {
  const { t } = useTranslation();
  const { id, title, severity, status, integration, assigned_to: assigned, due_date: due, overdue } = finding;
  return (
    <tr aria-selected={isChosen}>
      <td>
        {marks !== undefined && (
          <RowMark
            label={t("findings.choose", { title })}
            rows={[finding]}
            rangeOf={(event) => rangeOf(finding, event)}
            {...marks}
          />
        )}
        <SeverityBadge severity={severity} />
      </td>
      <td>
        <Link
          from="/projects/$projectId/findings"
          to="."
          search={withFinding(id)}
          resetScroll={false}
          className={table["rowLink"]}
        >
          {title}
        </Link>
        <br />
        <Note>
          <Source integration={integration} />
        </Note>
        <div data-narrow>
          <FindingStatusBadge status={status} /> {overdue && <Badge tone="bad">{t("home.overdue")}</Badge>}
        </div>
      </td>
      <td data-wide>
        <FindingStatusBadge status={status} />
      </td>
      <td data-wide>{assigned?.name ?? "–"}</td>
      <td data-wide>
        {due === null || !isActive(status) ? "–" : <When at={due} />}{" "}
        {overdue && <Badge tone="bad">{t("home.overdue")}</Badge>}
      </td>
    </tr>
  );
});

interface FindingsTableProps {
  findings: readonly Finding[];
  chosen?: string | undefined;
  sorting: FindingsSorting;
  /** Whether filters may hide findings. */
  isFiltered: boolean;
  /** Omitted for users who may not change findings. */
  marks?: Marks<Finding>;
}

export function FindingsTable({ findings, chosen, sorting, isFiltered, marks }: FindingsTableProps) {
  const { t } = useTranslation();
  const rangeOf = useRange(findings);
  if (findings.length === 0)
    return (
      <Empty title={t("findings.none")} icon={IconShieldCheck}>
        {t(isFiltered ? "findings.noneHint" : "findings.noneYet")}
      </Empty>
    );
  return (
    <DataTable
      sorting={sorting}
      columns={[
        {
          text: t("findings.severity"),
          by: "severity",
          first: "desc",
          before: marks && <RowMark label={t("findings.chooseAll")} rows={findings} {...marks} />,
        },
        { text: t("findings.finding"), by: "title" },
        { text: t("findings.status"), by: "status", first: "desc", wide: true },
        { text: t("findings.assigned"), wide: true },
        { text: t("findings.due"), by: "due_date", wide: true },
      ]}
    >
      {findings.map((finding) => (
        <Row
          key={finding.id}
          finding={finding}
          isChosen={finding.id === chosen}
          marks={marks}
          rangeOf={rangeOf}
        />
      ))}
    </DataTable>
  );
}
