import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../ui/badge.tsx";

type Status = "not_started" | "in_progress" | "complete";

const TONES: Record<Status, Tone> = { not_started: "idle", in_progress: "warn", complete: "good" };

export function ControlBadge({ status, notApplicable }: { status: Status; notApplicable: boolean }) {
  const { t } = useTranslation();
  if (notApplicable) return <Badge tone="idle">{t("controls.notApplicable")}</Badge>;
  return <Badge tone={TONES[status]}>{t(`controlStatus.${status}`)}</Badge>;
}
