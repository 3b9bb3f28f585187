import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { Item, Questionnaire } from "./questionnaire.queries.ts";

const TONES: Record<Questionnaire["status"], Tone> = { answering: "accent", answered: "good", failed: "bad" };
const ITEM_TONES: Record<Item["state"], Tone> = {
  open: "idle",
  suggested: "accent",
  no_evidence: "warn",
  accepted: "good",
  edited: "good",
  rejected: "bad",
};

export function QuestionnaireBadge({ status }: Pick<Questionnaire, "status">) {
  const { t } = useTranslation();
  return <Badge tone={TONES[status]}>{t(`questionnaireStatus.${status}`)}</Badge>;
}

export function ItemBadge({ state }: Pick<Item, "state">) {
  const { t } = useTranslation();
  return <Badge tone={ITEM_TONES[state]}>{t(`itemState.${state}`)}</Badge>;
}
