import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Bar } from "../../ui/bar.tsx";
import { Note } from "../../ui/note.tsx";
import type { Score } from "./project.queries.ts";
import styles from "./project.module.css";

interface QualityProps {
  projectId: string;
  quality: Score["evidence_quality"];
}

/** The distribution of evidence by quality. */
export function QualityShares({ projectId, quality }: QualityProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { total, high_quality: high, good_quality: good, needs_improvement: weak } = quality;
  if (total === 0) return null;
  const percent = (count: number) => (100 * count) / total;
  const words = t("project.qualityShares", {
    high: format.number(high),
    good: format.number(good),
    weak: format.number(weak),
  });
  return (
    <div className={styles["quality"]}>
      <Link to="/projects/$projectId/evidence" params={{ projectId }}>
        {t("project.evidenceQuality", { count: total })}
      </Link>
      <Bar
        label={words}
        parts={[
          { percent: percent(high), tone: "good" },
          { percent: percent(good), tone: "accent" },
          { percent: percent(weak), tone: "warn" },
        ]}
      />
      <Note>{words}</Note>
    </div>
  );
}
