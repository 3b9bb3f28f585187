import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { reviewDatesIn } from "../../../../domain/policies/next-review.rules.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { filedPoliciesQuery, type Evidence } from "../evidence/evidence.queries.ts";
import { approvalOf, type Approval, type ApprovalState } from "./approval-of.ts";
import type { Policy, PolicyDetail } from "./policy.queries.ts";
import { VersionLink } from "./version-link.tsx";

const TONES: Record<ApprovalState, Tone> = {
  approved: "good",
  pending: "warn",
  outdated: "warn",
  rejected: "bad",
  draft: "idle",
};

/** The approval of the latest version. */
export function ApprovalBadge({ state, inForce }: Approval<Evidence>) {
  const { t } = useTranslation();
  return <Badge tone={TONES[state]}>{t(`policyApproval.${state}`, { version: inForce?.version })}</Badge>;
}

/** The approval of each policy of a project, once its evidence is known. */
export function useApprovals(projectId: string | null) {
  const query = { ...filedPoliciesQuery(projectId ?? ""), enabled: projectId !== null };
  const filed = useQuery(query).data;
  return (policy: Pick<Policy, "id" | "version">) => (filed === undefined ? null : approvalOf(policy, filed));
}

/** Beside the title of a policy. */
export function PolicyState({ policy, projectId }: { policy: PolicyDetail; projectId: string }) {
  const approval = useApprovals(projectId)(policy);
  return approval === null ? null : <ApprovalBadge {...approval} />;
}

/** Who approved which version, since when it is in force, and when it is due for review. */
export function PolicyApproval({ policy, projectId }: { policy: PolicyDetail; projectId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const approval = useApprovals(projectId)(policy);
  if (approval === null) return null;
  const { inForce } = approval;
  const at = inForce?.evidence.reviewed_at ?? null;
  const [review] = reviewDatesIn(policy.content);
  return (
    <Card title={t("policies.approval")} aside={<ApprovalBadge {...approval} />}>
      <Facts
        facts={[
          [t("policies.owner"), policy.owner?.name ?? null],
          [t("policies.inForce"), inForce && <VersionLink policy={policy} version={inForce.version} />],
          [t("policies.approvedBy"), inForce?.evidence.reviewer?.name ?? null],
          [t("policies.approvedOn"), at === null ? null : format.date(at)],
          [t("policies.nextReview"), review === undefined ? null : format.date(review)],
        ]}
      />
    </Card>
  );
}
