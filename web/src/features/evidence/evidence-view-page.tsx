import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { warningCauseOf } from "../../../../domain/evidence/file-warning.rules.ts";
import { useMessage } from "../../i18n/use-message.ts";
import { Card } from "../../ui/card.tsx";
import { Loading } from "../../ui/loading.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { useSetProjectOfPage } from "../../ui/project-of-page.ts";
import { hasDraft } from "../../ui/use-draft.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { useIsArchived } from "../projects/use-is-archived.ts";
import { ReviewCard } from "../review/review-card.tsx";
import { AboutEvidence } from "./about-evidence.tsx";
import { EditEvidence, evidenceDraftOf } from "./edit-evidence.tsx";
import { EvidenceBadge } from "./evidence-badge.tsx";
import { EvidenceDeletion } from "./evidence-deletion.tsx";
import { EvidenceDocument } from "./evidence-document.tsx";
import { EvidenceVersions } from "./evidence-versions.tsx";
import { evidenceQuery, type EvidenceDetail } from "./evidence.queries.ts";
import { QualityCard } from "./quality-card.tsx";
import { ReadingCard } from "./reading-card.tsx";
import { ServedControls } from "./served-controls.tsx";
import styles from "./evidence.module.css";

/** Loaded on demand, because it includes the PDF library. */
const EvidenceComparison = lazy(() =>
  import("./evidence-comparison.tsx").then((module) => ({ default: module.EvidenceComparison })),
);

const route = getRouteApi("/signed-in/evidence/$evidenceId");

function Warnings({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation();
  const say = useMessage();
  const { warnings, duplicates } = evidence;
  if (warnings.length === 0 && duplicates.length === 0) return null;
  return (
    <Card title={t("viewer.toKnow")}>
      <ul>
        {warnings.map((warning) => {
          const cause = warningCauseOf(warning);
          const { text, lang } = say(
            cause === null ? null : `warning.${cause.reason}`,
            warning,
            cause?.values,
          );
          return (
            <li key={warning} lang={lang}>
              {text}
            </li>
          );
        })}
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

/** The form for those who may change the evidence, or have begun to before its project was archived, beside its file. */
function Editing({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation();
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  const permissions = useQuery(permissionsQuery({ evidence_id: evidence.id })).data;
  const isArchived = useIsArchived(evidence.project_id);
  const mayEdit = permissions?.has("evidence.update") === true;
  const hasInput = isArchived && hasDraft(evidenceDraftOf(evidence));
  const show = (what?: string) =>
    void navigate({ search: (before) => ({ ...before, edit: what }), resetScroll: false });
  return (
    <div>
      {mayEdit && (
        <Button variant="default" onClick={() => show("evidence")} data-screen-only>
          {t("action.edit")}
        </Button>
      )}
      {edit !== undefined && (mayEdit || hasInput) && (
        <EditEvidence key={evidence.id} evidence={evidence} isArchived={isArchived} onClose={() => show()} />
      )}
    </div>
  );
}

/** One piece of evidence: the file, its extracted text and its data. */
export function EvidenceViewPage() {
  const { evidenceId } = route.useParams();
  const { passage, compare } = route.useSearch();
  const query = useQuery(evidenceQuery(evidenceId));
  useSetProjectOfPage(query.data?.project_id);
  return (
    <WhenLoaded query={query} lines={12}>
      {(evidence) => (
        <>
          <PageTitle title={evidence.title}>
            <EvidenceBadge evidence={evidence} />
            <Editing evidence={evidence} />
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
              <ReadingCard evidence={evidence} />
              <ReviewCard evidence={evidence} />
              <QualityCard evidence={evidence} />
              <ServedControls evidence={evidence} />
              <AboutEvidence evidence={evidence} />
              <EvidenceVersions evidence={evidence} />
              <Warnings evidence={evidence} />
              <EvidenceDeletion evidence={evidence} />
            </div>
          </div>
        </>
      )}
    </WhenLoaded>
  );
}
