import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { TextDiff } from "../../ui/text-diff.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { policyVersionQuery, type PolicyVersion } from "./policy.queries.ts";

function Both({ older, newer }: { older: PolicyVersion; newer: PolicyVersion }) {
  const { t } = useTranslation();
  const sideOf = ({ version, content }: PolicyVersion) => ({
    label: t("policies.versionOf", { version }),
    lines: content.split("\n"),
  });
  const [before, after] = useMemo(() => [sideOf(older), sideOf(newer)] as const, [older, newer]);
  return <TextDiff before={before} after={after} />;
}

interface ComparisonProps {
  policyId: string;
  /** Two versions, in any order. */
  versions: readonly [number, number];
}

/** What changed between two versions of a policy, side by side. */
export function PolicyComparison({ policyId, versions: [one, two] }: ComparisonProps) {
  const { t } = useTranslation();
  const [low, high] = [Math.min(one, two), Math.max(one, two)];
  const newer = useQuery(policyVersionQuery(policyId, high));
  const close = (
    <Link from="/policies/$policyId" to="." search={(before) => ({ ...before, compare: undefined })}>
      {t("diff.close")}
    </Link>
  );
  return (
    <Card flush title={t("diff.title", { before: low, after: high })} aside={close}>
      <WhenLoaded query={useQuery(policyVersionQuery(policyId, low))} lines={12}>
        {(older) => (
          <WhenLoaded query={newer} lines={12}>
            {(later) =>
              older === null || later === null ? (
                <Empty title={t("diff.missing")} />
              ) : (
                <Both older={older} newer={later} />
              )
            }
          </WhenLoaded>
        )}
      </WhenLoaded>
    </Card>
  );
}
