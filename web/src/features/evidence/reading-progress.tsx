import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AnswerOf } from "../../http/answer-of.ts";
import { useMessage } from "../../i18n/use-message.ts";
import { Badge } from "../../ui/badge.tsx";
import { Bar } from "../../ui/bar.tsx";
import { Note } from "../../ui/note.tsx";
import styles from "./evidence.module.css";
import { ingestionQuery } from "./evidence.queries.ts";

/** Why a file could not be read. */
export function WhyUnread({ ingestion }: { ingestion: AnswerOf<"/evidence/{id}/ingestion"> }) {
  const say = useMessage();
  const { error, reason } = ingestion;
  const { text, lang } = say(reason === null ? null : `ingestion.${reason}`, error ?? "");
  return <Note lang={lang}>{text}</Note>;
}

/** Progress of reading an uploaded file, step by step. */
export function ReadingProgress({ evidenceId }: { evidenceId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(ingestionQuery(evidenceId));
  if (data === undefined) return <Badge tone="accent">{t("upload.arrived")}</Badge>;
  if (data.chunking_status === "COMPLETED")
    return (
      <span className={styles["outcome"]}>
        <Badge tone="good">{t("upload.read")}</Badge>
      </span>
    );
  if (data.error !== null)
    return (
      <>
        <span className={styles["outcome"]}>
          <Badge tone="bad">{t("evidence.unreadable")}</Badge>
        </span>
        <div className={styles["why"]}>
          <WhyUnread ingestion={data} />
        </div>
      </>
    );
  const step = data.step === null ? t("upload.arrived") : t(`step.${data.step}`);
  return (
    <>
      <Bar parts={[{ percent: 100 * data.progress, tone: "accent" }]} label={step} />
      <Badge tone="accent">{step}</Badge>
    </>
  );
}
