import { useTranslation } from "react-i18next";
import { isActive } from "../../../../domain/findings/finding.rules.ts";
import { Badge } from "../../ui/badge.tsx";
import { Facts } from "../../ui/facts.tsx";
import { When } from "../../ui/when.tsx";
import type { FindingDetail } from "./finding.queries.ts";

/** What importing a SARIF log stores; other reports have their own names. */
const NAMES = ["tool", "rule", "file", "line", "in", "help"] as const;

const isText = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

const isAddress = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === "https:";

interface ReportProps {
  finding: FindingDetail;
}

/** A finding that is resolved, but still reported, may not be. */
function LastReported({ finding: { last_seen_at: at, resolved, status } }: ReportProps) {
  const { t } = useTranslation();
  if (at === null) return null;
  const isAfter = !isActive(status) && resolved !== null && at > resolved.resolved_at;
  return (
    <>
      <When at={at} /> {isAfter && <Badge tone="warn">{t("findingReport.afterResolved")}</Badge>}
    </>
  );
}

/** When the integration last reported a finding, and what else it reported, such as the rule and the file. */
export function FindingReport({ finding }: ReportProps) {
  const { t } = useTranslation();
  const { integration, integration_data: data, last_seen_at: at } = finding;
  const values = Object.entries(data ?? {}).filter(([, value]) => isText(value));
  if (values.length === 0 && at === null) return null;
  const labelOf = (name: string): string => {
    const known = NAMES.find((one) => one === name);
    return known === undefined ? name : t(`findingReport.${known}`);
  };
  const show = (text: string) =>
    isAddress(text) ? (
      <a href={text} target="_blank" rel="noreferrer">
        {text}
      </a>
    ) : (
      text
    );
  return (
    <>
      <h3>{t("findingReport.title", { integration })}</h3>
      <Facts
        facts={[
          [t("findingReport.last"), at === null ? null : <LastReported key="last" finding={finding} />],
          ...values.map(([name, value]) => [labelOf(name), show(String(value))] as const),
        ]}
      />
    </>
  );
}
