import { useQuery } from "@tanstack/react-query";
import { IconChartLine } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Empty } from "../../ui/empty.tsx";
import { ScoreChart } from "../../ui/score-chart.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { scoreHistoryQuery } from "./project.queries.ts";

interface ScoreHistoryProps {
  projectId: string;
  /** The last day; by default today. */
  asOf: string | undefined;
}

export function ScoreHistory({ projectId, asOf }: ScoreHistoryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <WhenLoaded query={useQuery(scoreHistoryQuery(projectId, asOf))} lines={7}>
      {({ history }) => {
        const points = history
          .map(({ day, overall_score: score }) => ({ day, score }))
          .toSorted((a, b) => a.day.localeCompare(b.day));
        const [first, last] = [points[0], points.at(-1)];
        if (first === undefined || last === undefined || first === last)
          return (
            <Empty title={t("project.noHistory")} icon={IconChartLine}>
              {t("project.noHistoryHint")}
            </Empty>
          );
        const label = t("chart.label", {
          from: format.percent(first.score),
          to: format.percent(last.score),
          since: format.date(first.day),
        });
        return <ScoreChart points={points} label={label} />;
      }}
    </WhenLoaded>
  );
}
