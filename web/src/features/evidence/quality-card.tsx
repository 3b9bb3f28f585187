import { useTranslation } from "react-i18next";
import { GOOD_QUALITY, HIGH_QUALITY } from "../../../../domain/evidence/evidence.rules.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { useMessage } from "../../i18n/use-message.ts";
import { withLocalValues } from "../../i18n/with-local-values.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import type { Evidence } from "./evidence.queries.ts";
import styles from "./evidence.module.css";

type QualityReason = Evidence["quality_reasons"][number];

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

function Reason({ reason: { message, result, values, points, of } }: { reason: QualityReason }) {
  const format = useFormat();
  const say = useMessage();
  const { t } = useTranslation();
  const open = { start: t("quality.beginning"), end: t("quality.openEnd") };
  const shown = Object.entries({ ...values }).map(([name, value]): [string, unknown] => {
    if (value === null) return [name, open[name as "start" | "end"]];
    return [
      name,
      isDay(value) ? format.date(value) : typeof value === "number" ? format.number(value) : value,
    ];
  });
  const code = result === null ? null : `quality.${result}`;
  const { text, lang } = say(code, withLocalValues(message, format), Object.fromEntries<unknown>(shown));
  return (
    <li>
      <span lang={lang}>{text}</span>
      <span>
        {points} / {of}
      </span>
    </li>
  );
}

/** The quality of a piece of evidence, with the reason for each part of the score. */
export function QualityCard({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { quality_score: score, quality_reasons: reasons, chunking_status: reading } = evidence;
  if (reading !== "COMPLETED")
    return (
      <Card title={t("quality.title")}>
        <Note>{t("quality.unread")}</Note>
      </Card>
    );
  const level = score >= HIGH_QUALITY ? "high" : score >= GOOD_QUALITY ? "good" : "weak";
  return (
    <Card
      title={t("quality.of", { score: format.number(score) })}
      aside={<Badge tone={level === "weak" ? "warn" : "good"}>{t(`quality.${level}`)}</Badge>}
    >
      <ul className={styles["reasons"]}>
        {reasons.map((reason) => (
          <Reason key={reason.check} reason={reason} />
        ))}
      </ul>
    </Card>
  );
}
