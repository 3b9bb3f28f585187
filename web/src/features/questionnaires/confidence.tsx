import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";
import { useFormat } from "../../i18n/use-format.ts";

/** From these on, a suggestion is likely to fit. */
const HIGH = 0.7;
const MEDIUM = 0.5;

const TONES = { high: "good", medium: "accent", low: "warn" } as const;

const levelOf = (confidence: number): keyof typeof TONES =>
  confidence >= HIGH ? "high" : confidence >= MEDIUM ? "medium" : "low";

/** How closely a suggested answer matches the question. */
export function Confidence({ confidence }: { confidence: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const level = levelOf(confidence);
  return (
    <span title={t("questionnaires.confidenceHint")}>
      <Badge tone={TONES[level]}>
        {t(`questionnaires.confidence.${level}`, { share: format.percent(100 * confidence) })}
      </Badge>
    </span>
  );
}
