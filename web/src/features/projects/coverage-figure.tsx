import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Bar } from "../../ui/bar.tsx";
import { Figure } from "../../ui/figure.tsx";
import { Note } from "../../ui/note.tsx";
import { Parts } from "../../ui/parts.tsx";
import type { Score } from "./project.queries.ts";

const STATUSES = ["complete", "in_progress", "not_started"] as const;

interface CoverageProps {
  projectId: string;
  coverage: Score["control_coverage"];
  /** The lists show the current state, so figures of the past do not link to them. */
  isPast?: boolean;
}

/** The number of controls in each state; each number links to those controls. */
export function CoverageFigure({ projectId, coverage, isPast = false }: CoverageProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const percent = (count: number) => (coverage.total === 0 ? 0 : (100 * count) / coverage.total);
  return (
    <>
      <Figure
        value={format.number(coverage.complete)}
        beside={<Note>{t("coverage.of", { total: format.number(coverage.total) })}</Note>}
      />
      <Bar
        label={t("coverage.label", coverage)}
        parts={[
          { percent: percent(coverage.complete), tone: "good" },
          { percent: percent(coverage.in_progress), tone: "warn" },
        ]}
      />
      <Note>
        <Parts>
          {STATUSES.map((status) => {
            const words = `${format.number(coverage[status])} ${t(`coverage.${status}`)}`;
            return (
              <span key={status}>
                {isPast ? (
                  words
                ) : (
                  <Link to="/projects/$projectId/controls" params={{ projectId }} search={{ status }}>
                    {words}
                  </Link>
                )}
              </span>
            );
          })}
        </Parts>
      </Note>
    </>
  );
}
