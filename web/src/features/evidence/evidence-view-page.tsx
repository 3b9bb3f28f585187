import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Card } from "../../ui/card.tsx";
import { Loading } from "../../ui/loading.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { projectQuery } from "../projects/project.queries.ts";
import { EvidenceBadge } from "./evidence-badge.tsx";
import { EvidenceDocument } from "./evidence-document.tsx";
import { EvidenceVersions } from "./evidence-versions.tsx";
import { evidenceQuery, type EvidenceDetail } from "./evidence.queries.ts";
import { QualityCard } from "./quality-card.tsx";
import styles from "./evidence.module.css";

/** Loaded on demand, because it includes the PDF library. */
const EvidenceComparison = lazy(() =>
  import("./evidence-comparison.tsx").then((module) => ({ default: module.EvidenceComparison })),
);

const route = getRouteApi("/signed-in/evidence/$evidenceId");

function Facts({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { project_id: projectId, period_start: start, period_end: end } = evidence;
  const project = useQuery(projectQuery(projectId)).data;
  const control = project?.controls.find(({ id }) => id === evidence.control_id);
  const numbers = [...(control === undefined ? [] : [control.number]), ...evidence.also_controls];
  return (
    <Card title={t("viewer.about")}>
      <dl className={styles["facts"]}>
        <dt>{t("viewer.project")}</dt>
        <dd>
          <Link to="/projects/$projectId" params={{ projectId }}>
            {project?.name}
          </Link>
        </dd>
        <dt>{t("evidence.controls")}</dt>
        <dd>
          {numbers.map((number) => (
            <span key={number}>
              <Link to="/projects/$projectId/controls" params={{ projectId }} search={{ control: number }}>
                {number}
              </Link>{" "}
            </span>
          ))}
        </dd>
        <dt>{t("evidence.uploaded")}</dt>
        <dd>
          {evidence.uploader?.name}, <When at={evidence.uploaded_at} />
        </dd>
        {evidence.collected_at !== null && (
          <>
            <dt>{t("viewer.collected")}</dt>
            <dd>{format.date(evidence.collected_at)}</dd>
          </>
        )}
        {start !== null && end !== null && (
          <>
            <dt>{t("viewer.period")}</dt>
            <dd>
              {format.date(start)} – {format.date(end)}
            </dd>
          </>
        )}
        {evidence.expires_at !== null && (
          <>
            <dt>{t("evidence.until")}</dt>
            <dd>{format.date(evidence.expires_at)}</dd>
          </>
        )}
        <dt>{t("viewer.version")}</dt>
        <dd>{evidence.version}</dd>
        <dt>SHA-256</dt>
        <dd>
          <code>{evidence.sha256.slice(0, 16)}…</code>
        </dd>
      </dl>
    </Card>
  );
}

function Review({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation();
  const { reviewer, reviewed_at: at, review_note: note } = evidence;
  if (at === null) return null;
  return (
    <Card title={t("viewer.review")}>
      <p>
        {t("viewer.reviewedBy", { name: reviewer?.name ?? t("activity.somebody") })} <When at={at} />
      </p>
      {note !== null && note !== "" && <p>“{note}”</p>}
    </Card>
  );
}

function Warnings({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation();
  const { warnings, duplicates } = evidence;
  if (warnings.length === 0 && duplicates.length === 0) return null;
  return (
    <Card title={t("viewer.toKnow")}>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
        {duplicates.map(({ id, title }) => (
          <li key={id}>
            {t("viewer.sameAs")}{" "}
            <Link to="/evidence/$evidenceId" params={{ evidenceId: id }}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** One piece of evidence: the file, its extracted text and its data. */
export function EvidenceViewPage() {
  const { evidenceId } = route.useParams();
  const { passage, compare } = route.useSearch();
  return (
    <WhenLoaded query={useQuery(evidenceQuery(evidenceId))} lines={12}>
      {(evidence) => (
        <>
          <PageTitle title={evidence.title}>
            <EvidenceBadge evidence={evidence} />
          </PageTitle>
          <div className={styles["split"]}>
            {compare === undefined ? (
              <EvidenceDocument
                key={`${evidence.id}-${passage}`}
                evidence={evidence}
                {...(passage === undefined ? {} : { marked: Number(passage) })}
              />
            ) : (
              <Suspense fallback={<Loading lines={12} />}>
                <EvidenceComparison evidence={evidence} other={compare} />
              </Suspense>
            )}
            <div className={layout["stack"]}>
              <QualityCard evidence={evidence} />
              <Facts evidence={evidence} />
              <EvidenceVersions evidence={evidence} />
              <Review evidence={evidence} />
              <Warnings evidence={evidence} />
            </div>
          </div>
        </>
      )}
    </WhenLoaded>
  );
}
