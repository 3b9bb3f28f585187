import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { Delivery } from "./webhook.queries.ts";

const TONES: Record<Delivery["status"], Tone> = {
  pending: "idle",
  sending: "accent",
  retrying: "warn",
  delivered: "good",
  dead: "bad",
  cancelled: "idle",
};

export function DeliveryBadge({ status }: Pick<Delivery, "status">) {
  const { t } = useTranslation();
  return <Badge tone={TONES[status]}>{t(`deliveryStatus.${status}`)}</Badge>;
}
