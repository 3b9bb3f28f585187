import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { Invitation } from "./invitation.queries.ts";

const TONES: Record<Invitation["status"], Tone> = {
  pending: "accent",
  accepted: "good",
  expired: "warn",
  revoked: "idle",
};

export function InvitationBadge({ status }: { status: Invitation["status"] }) {
  const { t } = useTranslation();
  return <Badge tone={TONES[status]}>{t(`invitationStatus.${status}`)}</Badge>;
}
