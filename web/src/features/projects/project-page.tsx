import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { isMissing } from "../../http/is-missing.ts";
import type { Tagged } from "../../http/use-guarded-change.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Note } from "../../ui/note.tsx";
import { Parts } from "../../ui/parts.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { Activity } from "./activity.tsx";
import { ArchivedProject } from "./archived-project.tsx";
import { AsOf } from "./as-of.tsx";
import { CategoryScores } from "./category-scores.tsx";
import { MilestonesPanel } from "../milestones/milestones-panel.tsx";
import { permissionsQuery } from "../identity/session.queries.ts";
import { useMay } from "../identity/use-may.ts";
import { CoverageFigure } from "./coverage-figure.tsx";
import { EditProject, hasProjectInput } from "./edit-project.tsx";
import { Gaps } from "./gaps.tsx";
import { MilestoneFigure } from "./milestone-figure.tsx";
import { ProjectBadge } from "./project-badge.tsx";
import { ProposedScope } from "./proposed-scope.tsx";
import { projectQuery, scoreQuery, type ProjectDetail } from "./project.queries.ts";
import { RiskFigure } from "./risk-figure.tsx";
import { QualityShares } from "./quality-shares.tsx";
import { ScoreFigure } from "./score-figure.tsx";
import { ScoreHistory } from "./score-history.tsx";
import styles from "./project.module.css";

const route = getRouteApi("/signed-in/projects/$projectId");

function Figures({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { asOf } = route.useSearch();
  const isPast = asOf !== undefined;
  const score = useQuery(scoreQuery(projectId, asOf));
  if (isPast && isMissing(score.error))
    return (
      <Card title={t("project.score")} className={layout["whole"]}>
        <Empty title={t("project.noFigures", { day: format.date(asOf) })}>{t("project.noFiguresHint")}</Empty>
      </Card>
    );
  return (
    <>
      <Card title={t("project.score")} className={styles["figureCard"]}>
        <WhenLoaded query={score} lines={2}>
          {(figures) => <ScoreFigure projectId={projectId} score={figures} />}
        </WhenLoaded>
      </Card>
      <Card title={t("project.verified")} className={styles["figureCard"]}>
        <WhenLoaded query={score} lines={2}>
          {(figures) => (
            <CoverageFigure projectId={projectId} coverage={figures.control_coverage} isPast={isPast} />
          )}
        </WhenLoaded>
      </Card>
      <Card title={t("project.risk")} className={styles["figureCard"]}>
        <RiskFigure projectId={projectId} asOf={asOf} />
      </Card>
      <Card title={t("project.nextMilestone")} className={styles["figureCard"]}>
        <MilestoneFigure projectId={projectId} asOf={asOf} />
      </Card>
      <Card
        title={isPast ? t("project.historyTo", { day: format.date(asOf) }) : t("project.history")}
        className={`${layout["three"]} ${styles["chartCard"]}`}
      >
        <ScoreHistory projectId={projectId} asOf={asOf} />
      </Card>
      <Card title={t("project.byCategory")}>
        <WhenLoaded query={score}>
          {(figures) => (
            <>
              <CategoryScores projectId={projectId} figures={figures} isPast={isPast} />
              <QualityShares projectId={projectId} quality={figures.evidence_quality} isPast={isPast} />
            </>
          )}
        </WhenLoaded>
      </Card>
    </>
  );
}

/**
 * The form for those who may change the project, or have begun to before it was archived, or what is left to do with an
 * archived one, beside the page.
 */
function Editing({ project }: { project: ProjectDetail & Tagged }) {
  const { t } = useTranslation();
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  const permissions = useQuery(permissionsQuery({ project_id: project.id })).data;
  const mayCreate = useMay("project.create");
  const isArchived = project.status === "archived";
  const mayEdit = permissions?.has("project.update") === true;
  // Someone may archive the project while the user types.
  const hasInput = isArchived && hasProjectInput(project);
  const mayOpen = isArchived ? mayCreate || permissions?.has("project.delete") === true : mayEdit;
  if (!mayOpen && !hasInput) return null;
  const show = (what?: string) =>
    void navigate({ search: (before) => ({ ...before, edit: what }), resetScroll: false });
  const Panel = isArchived && !hasInput ? ArchivedProject : EditProject;
  return (
    <div>
      <Button
        variant="default"
        aria-label={t(isArchived ? "project.afterwards" : "project.edit")}
        onClick={() => show("project")}
        data-screen-only
      >
        {t(isArchived ? "project.more" : "action.edit")}
      </Button>
      {edit === "project" && <Panel key={project.id} project={project} onClose={() => show()} />}
    </div>
  );
}

function Heading({ project }: { project: ProjectDetail & Tagged }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { asOf } = route.useSearch();
  const { name, description, status, period_start: start, period_end: end, customer, auditor } = project;
  const period = start === null || end === null ? null : `${format.date(start)} – ${format.date(end)}`;
  const parts = [
    status === "archived" ? t("project.readOnly") : null,
    period,
    customer === null || customer === undefined ? null : t("project.forCustomer", { name: customer.name }),
    auditor === null || auditor === undefined ? null : t("project.auditedBy", { name: auditor.name }),
  ];
  return (
    <>
      <PageTitle title={name}>
        {/* The status of past days is not kept. */}
        {asOf === undefined && <ProjectBadge status={status} />}
        <div className={layout["inline"]}>
          <AsOf />
          <Editing project={project} />
        </div>
      </PageTitle>
      <div className={styles["about"]}>
        <Note>
          <Parts>
            {parts
              .filter((part) => part !== null)
              .map((part) => (
                <span key={part}>{part}</span>
              ))}
          </Parts>
        </Note>
        {description !== "" && <p className={styles["description"]}>{description}</p>}
      </div>
    </>
  );
}

/** All milestones, beside the page. */
function Milestones({ projectId }: { projectId: string }) {
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  const close = () =>
    void navigate({ search: (before) => ({ ...before, edit: undefined }), resetScroll: false });
  return edit === "milestones" && <MilestonesPanel projectId={projectId} onClose={close} />;
}

/** The state of a project, the reasons for it, and what to do next. */
export function ProjectPage() {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const { asOf } = route.useSearch();
  return (
    <WhenLoaded query={useQuery(projectQuery(projectId))} lines={8}>
      {(project) => {
        // In an archived project, nothing is left to do.
        const hasGaps = asOf === undefined && project.status !== "archived";
        return (
          <>
            <Heading project={project} />
            <Milestones projectId={projectId} />
            <div className={layout["grid"]}>
              <ProposedScope project={project} />
              <Figures projectId={projectId} />
              {hasGaps && <Gaps projectId={projectId} />}
              <Activity projectId={projectId} asOf={asOf} isAlone={!hasGaps} />
              {asOf !== undefined && (
                <div className={layout["whole"]}>
                  <Note>{t("project.pastGaps")}</Note>
                </div>
              )}
            </div>
          </>
        );
      }}
    </WhenLoaded>
  );
}
