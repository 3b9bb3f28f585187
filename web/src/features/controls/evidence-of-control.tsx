import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PagedRows } from "../../ui/paged-rows.tsx";
import { EvidenceBadge } from "../evidence/evidence-badge.tsx";
import { evidenceListQuery, furtherEvidence } from "../evidence/evidence.queries.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import type { Control } from "./control.queries.ts";
import styles from "./controls.module.css";

const PAGE_ROWS = 20;

/** The evidence of a control, the latest first, and a link to add more. */
export function EvidenceOfControl({ control, projectId }: { control: Control; projectId: string }) {
  const { t } = useTranslation();
  const list = { project_id: projectId, control_id: control.id, limit: PAGE_ROWS };
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  const mayUpload = permissions?.has("evidence.upload") === true;
  return (
    <>
      <PagedRows
        label={t("controls.evidence")}
        className={styles["related"]}
        empty={t("controls.noEvidence")}
        lines={3}
        query={useQuery(evidenceListQuery(list))}
        older={furtherEvidence(list)}
        rowsOf={({ evidence }) => evidence}
        textOf={(count) => t("findings.more", { count })}
      >
        {(one) => (
          <li key={one.id}>
            <Link to="/evidence/$evidenceId" params={{ evidenceId: one.id }}>
              {one.title}
            </Link>
            <EvidenceBadge evidence={one} />
          </li>
        )}
      </PagedRows>
      <p>
        <Link to="/projects/$projectId/evidence" params={{ projectId }} search={{ control: control.number }}>
          {t(mayUpload ? "controls.addEvidence" : "controls.viewEvidence")}
        </Link>
      </p>
    </>
  );
}
