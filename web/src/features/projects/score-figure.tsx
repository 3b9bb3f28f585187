import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Figure } from "../../ui/figure.tsx";
import { Parts } from "../../ui/parts.tsx";
import { scoreHistoryQuery, type Score } from "./project.queries.ts";
import { changeSince, trendOf } from "./score-change.ts";
import { ScoreExplanation } from "./score-explanation.tsx";

const route = getRouteApi("/signed-in/projects/$projectId");

/** The score, its trend, and its calculation on request. */
export function ScoreFigure({ projectId, score }: { projectId: string; score: Score }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { asOf, why } = route.useSearch();
  const { data } = useQuery(scoreHistoryQuery(projectId));
  const change = asOf === undefined ? changeSince(data?.history ?? [], score.overall_score) : null;
  const trend =
    asOf !== undefined
      ? t("project.atEndOf", { day: format.date(asOf) })
      : change === null
        ? t("project.noTrend")
        : t("project.trend", trendOf(change, format));
  return (
    <>
      <Figure
        value={format.percent(score.overall_score)}
        note={
          <Parts>
            <span>{trend}</span>
            {score.explanation !== undefined && (
              <span>
                <Link
                  from="/projects/$projectId"
                  to="/projects/$projectId"
                  params={{ projectId }}
                  search={{ why: "score" }}
                  resetScroll={false}
                >
                  {t("project.why")}
                </Link>
              </span>
            )}
          </Parts>
        }
      />
      {why === "score" && score.explanation !== undefined && (
        <ScoreExplanation projectId={projectId} explanation={score.explanation} />
      )}
    </>
  );
}
