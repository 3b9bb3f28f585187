import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Parts } from "../../ui/parts.tsx";
import { When } from "../../ui/when.tsx";
import { EvidenceBadge } from "../evidence/evidence-badge.tsx";
import type { Evidence } from "../evidence/evidence.queries.ts";
import styles from "./home.module.css";
import { NameOfProject } from "./name-of-project.tsx";
import { TaskRow } from "./task-row.tsx";

/** Its status is implied by the list. */
const isOnlyPending = ({ status, chunking_status: reading }: Evidence): boolean =>
  status === "pending" && reading === "COMPLETED";

/** Who uploaded evidence that waits, or why it was rejected. */
function Cause({ evidence }: { evidence: Evidence }) {
  const { status, review_note: note, uploaded_at: at, uploader } = evidence;
  if (status === "rejected" && note !== null && note !== "") return <q className={styles["cause"]}>{note}</q>;
  return (
    <Parts>
      {uploader && <span>{uploader.name}</span>}
      <span>
        <When at={at} />
      </span>
    </Parts>
  );
}

/** A piece of evidence that waits for the user, with a link to where they act. */
export function EvidenceRow({ evidence, to }: { evidence: Evidence; to: "review" | "view" }) {
  const format = useFormat();
  const { t } = useTranslation();
  const { id, title, project_id: projectId } = evidence;
  return (
    <TaskRow
      link={
        to === "review" ? (
          <Link to="/review" search={{ evidence: id }}>
            {title}
          </Link>
        ) : (
          <Link to="/evidence/$evidenceId" params={{ evidenceId: id }}>
            {title}
          </Link>
        )
      }
      badge={
        evidence.status === "approved" && evidence.expires_at !== null ? (
          <Badge tone="warn">{t("home.expires", { when: format.inDays(evidence.expires_at) })}</Badge>
        ) : (
          !isOnlyPending(evidence) && <EvidenceBadge evidence={evidence} />
        )
      }
    >
      <Cause evidence={evidence} />
      <NameOfProject id={projectId} />
    </TaskRow>
  );
}
