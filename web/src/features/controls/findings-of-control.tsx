import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PagedRows } from "../../ui/paged-rows.tsx";
import { FindingStatusBadge, SeverityBadge } from "../findings/finding-badges.tsx";
import { findingListQuery, furtherFindings } from "../findings/finding.queries.ts";
import type { Control } from "./control.queries.ts";
import styles from "./controls.module.css";

const PAGE_ROWS = 20;

/** The findings about a control, the latest first. */
export function FindingsOfControl({ control, projectId }: { control: Control; projectId: string }) {
  const { t } = useTranslation();
  const list = { project_id: projectId, control_id: control.id, limit: PAGE_ROWS };
  const query = useQuery(findingListQuery(list));
  if (query.isPending || query.data?.findings.length === 0) return null;
  return (
    <>
      <h3>{t("findings.title")}</h3>
      <PagedRows
        label={t("findings.title")}
        className={styles["related"]}
        lines={1}
        query={query}
        older={furtherFindings(list)}
        rowsOf={({ findings }) => findings}
        textOf={(count) => t("findings.more", { count })}
      >
        {({ id, title, severity, status }) => (
          <li key={id}>
            <Link to="/projects/$projectId/findings" params={{ projectId }} search={{ finding: id }}>
              {title}
            </Link>
            <span className={styles["badges"]}>
              <SeverityBadge severity={severity} />
              <FindingStatusBadge status={status} />
            </span>
          </li>
        )}
      </PagedRows>
    </>
  );
}
