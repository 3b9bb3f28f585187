import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import layout from "../../ui/layout.module.css";
import { useApprovals } from "./policy-approval.tsx";
import styles from "./policies.module.css";
import { policyVersionQuery, type PolicyDetail, type PolicyVersion } from "./policy.queries.ts";
import { VersionLink } from "./version-link.tsx";

type Shown = Pick<PolicyVersion, "version" | "content" | "quality_reasons">;

/** The requested version, by default the latest; undefined until it is loaded, and null if it does not exist. */
export function useShownVersion(policy: PolicyDetail, version: number | undefined) {
  const isLatest = version === undefined || version === policy.version;
  const query = useQuery({
    ...policyVersionQuery(policy.id, version ?? policy.version),
    enabled: !isLatest,
  });
  const shown: Shown | null | undefined = isLatest ? policy : query.data;
  return { shown, query };
}

interface NoticeProps {
  policy: PolicyDetail;
  version: number;
  /** The version in force; null without one. */
  inForce: number | null;
}

/** Whether this version is in force, and the links to the one that is, and to the latest. */
function Notice({ policy, version, inForce }: NoticeProps) {
  const { t } = useTranslation();
  const isLatest = version === policy.version;
  if (isLatest && (inForce === null || inForce === version)) return null;
  const state = inForce === null ? "shownOld" : inForce === version ? "shownInForce" : "shownNotInForce";
  const isInForceElsewhere = inForce !== null && inForce !== version;
  return (
    <p role="status" className={styles["notice"]} data-tone={isInForceElsewhere ? "warn" : "idle"}>
      {t(`policies.${state}`, { version })}
      <span className={layout["links"]} data-screen-only>
        {isInForceElsewhere && (
          <VersionLink
            policy={policy}
            version={inForce}
            text={t("policies.toInForce", { version: inForce })}
          />
        )}
        {!isLatest && inForce !== policy.version && (
          <VersionLink policy={policy} version={policy.version} text={t("policies.toLatest")} />
        )}
      </span>
    </p>
  );
}

/** The text of a version, and above it whether it is in force. */
export function ShownVersion({ policy, shown }: { policy: PolicyDetail; shown: Shown }) {
  const approval = useApprovals(policy.project_id)(policy);
  return (
    <Card>
      <Notice policy={policy} version={shown.version} inForce={approval?.inForce?.version ?? null} />
      <Markdown text={shown.content} />
    </Card>
  );
}

/** For an address with the number of a version that the policy does not have. */
export function NoSuchVersion({ policy, version }: { policy: PolicyDetail; version: number }) {
  const { t } = useTranslation();
  return (
    <Card>
      <Empty title={t("policies.noVersion", { version })}>
        <VersionLink policy={policy} version={policy.version} text={t("policies.toLatest")} />
      </Empty>
    </Card>
  );
}
