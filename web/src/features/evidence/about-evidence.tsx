import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { When } from "../../ui/when.tsx";
import { projectQuery } from "../projects/project.queries.ts";
import type { EvidenceDetail } from "./evidence.queries.ts";

type FiledPolicy = NonNullable<EvidenceDetail["policy"]>;

/** The version of the policy that the evidence was filed from. */
function PolicyLink({ policy: { id, version } }: { policy: FiledPolicy }) {
  const { t } = useTranslation();
  return (
    <Link to="/policies/$policyId" params={{ policyId: id }} search={{ version }}>
      {t("viewer.policyVersion", { version })}
    </Link>
  );
}

/** Where a piece of evidence belongs, and its dates. */
export function AboutEvidence({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { project_id: projectId, period_start: start, period_end: end, description, policy } = evidence;
  const project = useQuery(projectQuery(projectId)).data;
  const date = (at: string | null) => (at === null ? null : format.date(at));
  return (
    <Card title={t("viewer.about")}>
      <Facts
        facts={[
          [
            t("viewer.project"),
            <Link key="project" to="/projects/$projectId" params={{ projectId }}>
              {project?.name}
            </Link>,
          ],
          [
            t("evidence.uploaded"),
            <span key="uploaded">
              {evidence.uploader?.name}, <When at={evidence.uploaded_at} />
            </span>,
          ],
          [t("viewer.policy"), policy === null ? null : <PolicyLink key="policy" policy={policy} />],
          [t("viewer.description"), description === "" ? null : description],
          [t("viewer.collected"), date(evidence.collected_at)],
          [
            t("viewer.period"),
            start === null || end === null ? null : `${format.date(start)} – ${format.date(end)}`,
          ],
          [t("evidence.until"), date(evidence.expires_at)],
          [t("viewer.version"), evidence.version],
          ["SHA-256", <code key="hash">{evidence.sha256.slice(0, 16)}…</code>],
        ]}
      />
    </Card>
  );
}
