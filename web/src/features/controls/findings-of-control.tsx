import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { FindingStatusBadge, SeverityBadge } from "../findings/finding-badges.tsx";
import { findingListQuery } from "../findings/finding.queries.ts";
import type { Control } from "./control.queries.ts";
import styles from "./controls.module.css";

const MAX = 20;

/** The findings about a control, the latest first. */
export function FindingsOfControl({ control, projectId }: { control: Control; projectId: string }) {
  const { t } = useTranslation();
  const query = { project_id: projectId, control_id: control.id, limit: MAX };
  const findings = useQuery(findingListQuery(query)).data?.findings ?? [];
  if (findings.length === 0) return null;
  return (
    <>
      <h3>{t("findings.title")}</h3>
      {findings.map(({ id, title, severity, status }) => (
        <div key={id} className={styles["evidence"]}>
          <Link to="/projects/$projectId/findings" params={{ projectId }} search={{ finding: id }}>
            {title}
          </Link>
          <span className={styles["badges"]}>
            <SeverityBadge severity={severity} />
            <FindingStatusBadge status={status} />
          </span>
        </div>
      ))}
    </>
  );
}
