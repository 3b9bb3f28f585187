import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { Finding } from "./finding.queries.ts";

const SEVERITY_TONES: Record<Finding["severity"], Tone> = {
  Critical: "bad",
  High: "bad",
  Medium: "warn",
  Low: "idle",
  Info: "idle",
};
const STATUS_TONES: Record<Finding["status"], Tone> = {
  open: "warn",
  "in-progress": "accent",
  resolved: "accent",
  closed: "good",
  accepted: "idle",
  "false-positive": "idle",
};

export function SeverityBadge({ severity }: Pick<Finding, "severity">) {
  const { t } = useTranslation();
  return <Badge tone={SEVERITY_TONES[severity]}>{t(`severity.${severity}`)}</Badge>;
}

export function FindingStatusBadge({ status }: Pick<Finding, "status">) {
  const { t } = useTranslation();
  return <Badge tone={STATUS_TONES[status]}>{t(`findingStatus.${status}`)}</Badge>;
}
