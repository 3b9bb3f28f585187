import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { Project } from "./project.queries.ts";

const TONES: Record<Project["status"], Tone> = {
  active: "good",
  on_hold: "warn",
  in_audit: "accent",
  completed: "good",
  archived: "idle",
};

export function ProjectBadge({ status }: Pick<Project, "status">) {
  const { t } = useTranslation();
  return <Badge tone={TONES[status]}>{t(`projectStatus.${status}`)}</Badge>;
}
