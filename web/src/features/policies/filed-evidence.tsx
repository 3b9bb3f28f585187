import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { PagedRows } from "../../ui/paged-rows.tsx";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import { EvidenceBadge } from "../evidence/evidence-badge.tsx";
import { evidenceListQuery, furtherEvidence, type Evidence } from "../evidence/evidence.queries.ts";
import { permissionsQuery } from "../identity/session.queries.ts";

const PAGE_ROWS = 10;

function Row({ evidence, projectId }: { evidence: Evidence; projectId: string }) {
  const { t } = useTranslation();
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  const mayReview = permissions?.has("evidence.review_many") === true;
  const { id, title, uploaded_at: at, status } = evidence;
  return (
    <li>
      <span className={layout["grow"]}>
        <Link to="/evidence/$evidenceId" params={{ evidenceId: id }}>
          {title}
        </Link>
        <br />
        <Note>
          <When at={at} />
          {status === "pending" && mayReview && (
            <span data-screen-only>
              {" · "}
              <Link to="/review" search={{ project: projectId, evidence: id }}>
                {t("policies.review")}
              </Link>
            </span>
          )}
        </Note>
      </span>
      <EvidenceBadge evidence={evidence} />
    </li>
  );
}

/** The evidence that was filed from a policy, and whether it is approved. */
export function FiledEvidence({ policyId, projectId }: { policyId: string; projectId: string }) {
  const { t } = useTranslation();
  const list = { project_id: projectId, policy_id: policyId, limit: PAGE_ROWS };
  const query = useQuery(evidenceListQuery(list));
  if (query.data === undefined || query.data.evidence.length === 0) return null;
  return (
    <Card title={t("policies.filedAs")} flush>
      <PagedRows
        label={t("policies.filedAs")}
        className={layout["list"]}
        query={query}
        older={furtherEvidence(list)}
        rowsOf={({ evidence }) => evidence}
        textOf={(count) => t("findings.more", { count })}
      >
        {(evidence) => <Row key={evidence.id} evidence={evidence} projectId={projectId} />}
      </PagedRows>
    </Card>
  );
}
