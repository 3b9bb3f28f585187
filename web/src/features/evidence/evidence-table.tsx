import { useQuery } from "@tanstack/react-query";
import { IconFile } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Note } from "../../ui/note.tsx";
import { When } from "../../ui/when.tsx";
import table from "../../ui/table.module.css";
import { controlsQuery } from "../controls/control.queries.ts";
import { EvidenceBadge } from "./evidence-badge.tsx";
import type { EvidenceSorting } from "./evidence-search.ts";
import type { Evidence } from "./evidence.queries.ts";
import styles from "./evidence.module.css";

function Thumbnail({ thumbnail }: Pick<Evidence, "thumbnail">) {
  if (thumbnail === null) return <IconFile size={34} stroke={1} aria-hidden />;
  return <img src={thumbnail} alt="" className={styles["thumb"]} loading="lazy" />;
}

interface RowProps {
  evidence: Evidence;
  controls: string;
}

/** Rendered again only when its evidence has changed: not with every key in the search field. */
const Row = memo(function Row({ evidence, controls }: RowProps) {
  const format = useFormat();
  const { id, title, file_name: fileName, quality_score: quality, uploader, uploaded_at: at } = evidence;
  return (
    <tr>
      <td>
        <div className={styles["named"]}>
          <Thumbnail thumbnail={evidence.thumbnail} />
          <span>
            <Link className={table["rowLink"]} to="/evidence/$evidenceId" params={{ evidenceId: id }}>
              {title}
            </Link>
            <br />
            <Note>
              {fileName} · {format.bytes(evidence.file_size)}
            </Note>
          </span>
        </div>
      </td>
      <td className={table["code"]} data-wide>
        {controls}
      </td>
      <td>
        <EvidenceBadge evidence={evidence} />
      </td>
      <td data-number data-wide>
        {evidence.chunking_status === "COMPLETED" ? format.number(quality) : "–"}
      </td>
      <td data-wide>
        {uploader?.name ?? "–"}
        <br />
        <Note>
          <When at={at} />
        </Note>
      </td>
      <td data-wide="more">{evidence.expires_at === null ? "–" : format.date(evidence.expires_at)}</td>
    </tr>
  );
});

interface EvidenceTableProps {
  evidence: readonly Evidence[];
  projectId: string;
  isFiltered: boolean;
  sorting: EvidenceSorting;
}

/** Evidence with its control, review status and quality. */
export function EvidenceTable({ evidence, projectId, isFiltered, sorting }: EvidenceTableProps) {
  const { t } = useTranslation();
  const controls = useQuery(controlsQuery(projectId)).data ?? [];
  const numbers = new Map(controls.map(({ id, number }) => [id, number]));
  if (evidence.length === 0)
    return (
      <Empty title={t("evidence.none")}>{t(isFiltered ? "evidence.noneHint" : "evidence.firstHint")}</Empty>
    );
  return (
    <DataTable
      sorting={sorting}
      columns={[
        { text: t("evidence.name"), by: "title" },
        { text: t("evidence.controls"), wide: true },
        { text: t("evidence.status"), by: "status" },
        { text: t("evidence.quality"), by: "quality_score", first: "desc", number: true, wide: true },
        { text: t("evidence.uploaded"), by: "uploaded_at", wide: true },
        { text: t("evidence.until"), by: "expires_at", wide: "more" },
      ]}
    >
      {evidence.map((one) => (
        <Row
          key={one.id}
          evidence={one}
          controls={[numbers.get(one.control_id), ...one.also_controls].join(" ")}
        />
      ))}
    </DataTable>
  );
}
