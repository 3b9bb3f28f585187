import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Figure } from "../../ui/figure.tsx";
import { Note } from "../../ui/note.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { CoverageFigure } from "../projects/coverage-figure.tsx";
import { MilestoneFigure } from "../projects/milestone-figure.tsx";
import { useFrameworkName } from "../projects/use-framework-name.ts";
import { ProjectBadge } from "../projects/project-badge.tsx";
import { scoreHistoryQuery, scoreQuery, type Project } from "../projects/project.queries.ts";
import { RiskFigure } from "../projects/risk-figure.tsx";
import { changeSince, trendOf } from "../projects/score-change.ts";
import { Sparkline } from "./sparkline.tsx";
import styles from "./home.module.css";

function ScoreCell({ project: { id, compliance_score: score } }: { project: Project }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(scoreHistoryQuery(id));
  const history = data?.history.toSorted((a, b) => a.day.localeCompare(b.day)) ?? [];
  const change = changeSince(history, score);
  return (
    <>
      <Figure
        value={format.percent(score)}
        note={change === null ? t("project.noTrend") : t("project.trend", trendOf(change, format))}
      />
      <Sparkline scores={history.map(({ overall_score: each }) => each)} />
    </>
  );
}

/** A project with four key figures. */
export function ProjectTile({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { id: projectId, name, status } = project;
  const frameworkName = useFrameworkName(project.framework);
  return (
    <article className={styles["tile"]} aria-label={name}>
      <header className={styles["tileHead"]}>
        <h2>
          <Link to="/projects/$projectId" params={{ projectId }}>
            {name}
          </Link>
        </h2>
        <ProjectBadge status={status} />
        {project.framework !== "" && <Note>{t("project.against", { framework: frameworkName })}</Note>}
      </header>
      <dl className={styles["cells"]}>
        <div>
          <dt>{t("project.score")}</dt>
          <dd>
            <ScoreCell project={project} />
          </dd>
        </div>
        <div>
          <dt>{t("project.verified")}</dt>
          <dd>
            <WhenLoaded query={useQuery(scoreQuery(projectId))} lines={2}>
              {({ control_coverage: coverage }) => (
                <CoverageFigure projectId={projectId} coverage={coverage} />
              )}
            </WhenLoaded>
          </dd>
        </div>
        <div>
          <dt>{t("project.risk")}</dt>
          <dd>
            <RiskFigure projectId={projectId} />
          </dd>
        </div>
        <div>
          <dt>{t("project.nextMilestone")}</dt>
          <dd>
            <MilestoneFigure projectId={projectId} />
          </dd>
        </div>
      </dl>
    </article>
  );
}
