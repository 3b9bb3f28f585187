import { useTranslation } from "react-i18next";
import { Facts } from "../../ui/facts.tsx";
import type { FindingDetail } from "./finding.queries.ts";

/** What importing a SARIF log stores; other reports have their own names. */
const NAMES = ["tool", "rule", "file", "line", "in", "help"] as const;

const isText = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

const isAddress = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === "https:";

/** What the integration reported beside the fields of a finding, such as the rule and the file. */
export function FindingReport({
  finding: { integration, integration_data: data },
}: {
  finding: FindingDetail;
}) {
  const { t } = useTranslation();
  const values = Object.entries(data ?? {}).filter(([, value]) => isText(value));
  if (values.length === 0) return null;
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
      <Facts facts={values.map(([name, value]) => [labelOf(name), show(String(value))])} />
    </>
  );
}
