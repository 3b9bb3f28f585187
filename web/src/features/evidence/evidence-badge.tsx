import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { Evidence } from "./evidence.queries.ts";

const TONES: Record<Evidence["status"], Tone> = {
  pending: "warn",
  approved: "good",
  rejected: "bad",
  expired: "bad",
  superseded: "idle",
  quarantined: "bad",
};

/** The review status. A file that could not be read shows that instead, because it does not count. */
export function EvidenceBadge({ evidence }: { evidence: Pick<Evidence, "status" | "chunking_status"> }) {
  const { t } = useTranslation();
  if (evidence.chunking_status === "FAILED" && evidence.status !== "superseded")
    return <Badge tone="bad">{t("evidence.unreadable")}</Badge>;
  if (evidence.chunking_status === "PENDING" || evidence.chunking_status === "PROCESSING")
    return <Badge tone="accent">{t("evidence.beingRead")}</Badge>;
  return <Badge tone={TONES[evidence.status]}>{t(`evidenceStatus.${evidence.status}`)}</Badge>;
}
