import { Button } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePollWithoutEvents } from "../../live/live-state.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { EvidenceDocument } from "../evidence/evidence-document.tsx";
import { EvidenceBadge } from "../evidence/evidence-badge.tsx";
import { evidenceListQuery, type Evidence } from "../evidence/evidence.queries.ts";
import { QualityCard } from "../evidence/quality-card.tsx";
import { Decision } from "./decision.tsx";
import styles from "./review.module.css";
import { RequestedChange } from "./requested-change.tsx";

const route = getRouteApi("/signed-in/review");
const MOST = 100;
const LOOK_MS = 10_000;

function Queue({ evidence, shown }: { evidence: readonly Evidence[]; shown: Evidence }) {
  const { t } = useTranslation();
  return (
    <Card flush>
      <ul className={styles["queue"]} aria-label={t("review.queue")}>
        {evidence.map((one) => (
          <li key={one.id}>
            <Link
              from="/review"
              to="/review"
              search={(before) => ({ ...before, evidence: one.id })}
              aria-current={one.id === shown.id}
            >
              <strong>{one.title}</strong>
              <Note>
                {one.uploader?.name} · <When at={one.uploaded_at} />
              </Note>
              {one.chunking_status !== "COMPLETED" && (
                <div>
                  <EvidenceBadge evidence={one} />
                </div>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Someone else was faster: the next key press must not decide on the evidence that took its place. */
function DecidedElsewhere({ title, onNext }: { title: string; onNext: () => void }) {
  const { t } = useTranslation();
  return (
    <Card>
      <Empty title={t("review.decidedElsewhere", { title })} icon={IconCircleCheck}>
        <Button size="xs" autoFocus onClick={onNext}>
          {t("review.next")}
        </Button>
      </Empty>
    </Card>
  );
}

function Inbox({ evidence }: { evidence: readonly Evidence[] }) {
  const { t } = useTranslation();
  const { evidence: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = evidence.find(({ id }) => id === wanted) ?? evidence[0];
  const [before, setBefore] = useState<Evidence | null>(null);
  const [mine, setMine] = useState<readonly string[]>([]);
  const isGone = before !== null && !mine.includes(before.id) && !evidence.some(({ id }) => id === before.id);
  if (!isGone && shown !== undefined && shown.id !== before?.id) setBefore(shown);
  if (isGone) return <DecidedElsewhere title={before.title} onNext={() => setBefore(null)} />;
  if (shown === undefined)
    return (
      <Card>
        <Empty title={t("review.none")} icon={IconCircleCheck}>
          {t("review.noneHint")}
        </Empty>
      </Card>
    );
  const at = evidence.indexOf(shown);
  const move = (by: number) => {
    const next = evidence[at + by];
    if (next !== undefined)
      void navigate({ search: (before) => ({ ...before, evidence: next.id }), replace: true });
  };
  return (
    <div className={styles["inbox"]}>
      <Queue evidence={evidence} shown={shown} />
      <div>
        <EvidenceDocument key={shown.id} evidence={shown} />
        <Decision
          key={`decision-${shown.id}`}
          evidence={shown}
          onMove={move}
          onDecide={() => setMine([...mine, shown.id])}
        />
      </div>
      <div className={layout["stack"]}>
        <RequestedChange evidence={shown} />
        <QualityCard evidence={shown} />
      </div>
    </div>
  );
}

/**
 * Evidence awaiting review, oldest first: the file, the requirement of its control, and a keyboard shortcut
 * for each decision.
 */
export function ReviewPage() {
  const { t } = useTranslation();
  const { project } = route.useSearch();
  const wanted = {
    status: "pending",
    sort: "uploaded_at",
    order: "asc",
    limit: MOST,
    ...(project === undefined ? {} : { project_id: project }),
  } as const;
  const refetchInterval = usePollWithoutEvents(LOOK_MS);
  const query = useQuery({ ...evidenceListQuery(wanted), refetchInterval });
  const oldest = query.data?.evidence[0];
  return (
    <>
      <PageTitle title={t("review.title")}>
        {oldest !== undefined && (
          <Note>
            {t("review.waiting", { count: query.data!.pagination.total })} · {t("review.oldest")}{" "}
            <When at={oldest.uploaded_at} />
          </Note>
        )}
      </PageTitle>
      <WhenLoaded query={query} lines={12}>
        {({ evidence }) => <Inbox evidence={evidence} />}
      </WhenLoaded>
    </>
  );
}
