import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { QUALITIES } from "../../../../domain/evidence/evidence.rules.ts";
import { Bar } from "../../ui/bar.tsx";
import { Note } from "../../ui/note.tsx";
import { Parts } from "../../ui/parts.tsx";
import type { Score } from "./project.queries.ts";
import styles from "./project.module.css";

interface QualityProps {
  projectId: string;
  quality: Score["evidence_quality"];
  /** Figures of the past do not link to the current evidence. */
  isPast: boolean;
}

/** The distribution of evidence by quality; each number links to that evidence. */
export function QualityShares({ projectId, quality: shares, isPast }: QualityProps) {
  const { t } = useTranslation();
  const { total, high_quality: high, good_quality: good, needs_improvement: weak } = shares;
  if (total === 0) return null;
  const parts = {
    high: t("quality.highCount", { count: high }),
    good: t("quality.goodCount", { count: good }),
    weak: t("quality.weakCount", { count: weak }),
  };
  const percent = (count: number) => (100 * count) / total;
  const linked = (quality: string, text: ReactNode) =>
    isPast ? (
      text
    ) : (
      <Link to="/projects/$projectId/evidence" params={{ projectId }} search={{ quality }}>
        {text}
      </Link>
    );
  return (
    <div className={styles["quality"]}>
      {linked(QUALITIES.join(","), t("project.evidenceQuality", { count: total }))}
      <Bar
        label={Object.values(parts).join(", ")}
        parts={[
          { percent: percent(high), tone: "good" },
          { percent: percent(good), tone: "accent" },
          { percent: percent(weak), tone: "warn" },
        ]}
      />
      <Note>
        <Parts>
          {QUALITIES.map((quality) => (
            <span key={quality}>{linked(quality, parts[quality])}</span>
          ))}
        </Parts>
      </Note>
    </div>
  );
}
