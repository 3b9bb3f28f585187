import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { Milestone } from "../projects/project.queries.ts";

const TONES: Record<Milestone["status"], Tone> = {
  planned: "idle",
  in_progress: "accent",
  achieved: "good",
  missed: "bad",
};

export function MilestoneBadge({ status }: Pick<Milestone, "status">) {
  const { t } = useTranslation();
  return <Badge tone={TONES[status]}>{t(`milestoneStatus.${status}`)}</Badge>;
}
