import { Button } from "@mantine/core";
import { IconCircleCheck, IconMapOff } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isMissing } from "../../http/is-missing.ts";
import { usePollWithoutEvents } from "../../live/live-state.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { EvidenceDocument } from "../evidence/evidence-document.tsx";
import { evidenceListQuery, evidenceQuery, type Evidence } from "../evidence/evidence.queries.ts";
import { QualityCard } from "../evidence/quality-card.tsx";
import { allowedRowsQuery } from "../identity/session.queries.ts";
import { useProfile } from "../identity/use-profile.ts";
import { Decision } from "./decision.tsx";
import { Outcomes, type Decided } from "./outcomes.tsx";
import { Queue } from "./queue.tsx";
import { ReviewMany } from "./review-many.tsx";
import styles from "./review.module.css";
import { RequestedChange } from "./requested-change.tsx";
import { successorOf, type Place } from "./successor-of.ts";
import { useChoice } from "./use-choice.ts";
import { useWaiting } from "./use-waiting.ts";

const route = getRouteApi("/signed-in/review");
const MAX = 100;
const LOOK_MS = 10_000;

/**
 * Someone else was faster, or took it from the user: the next key press must not decide on the evidence that took its
 * place.
 */
function LeftElsewhere({ evidence: { id, title }, onNext }: { evidence: Evidence; onNext: () => void }) {
  const { t } = useTranslation();
  const { error, isFetching } = useQuery({ ...evidenceQuery(id), staleTime: 0 });
  if (isFetching) return <Loading lines={3} />;
  return (
    <Card>
      <Empty
        title={t(isMissing(error) ? "review.lost" : "review.decidedElsewhere", { title })}
        icon={isMissing(error) ? IconMapOff : IconCircleCheck}
      >
        <Button autoFocus onClick={onNext}>
          {t("review.next")}
        </Button>
      </Empty>
    </Card>
  );
}

/** Not their own uploads, and not those that others of the project review; undefined until it is known. */
function useMayReview(evidence: readonly Evidence[]): ((one: Evidence) => boolean) | undefined {
  const { id: me } = useProfile();
  const ids = evidence.map(({ id }) => id);
  const open = useQuery({
    ...allowedRowsQuery({ on: "evidence", ids, action: "evidence.review" }),
    placeholderData: keepPreviousData,
  }).data;
  if (open === undefined) return undefined;
  return ({ id, uploaded_by: uploader }) => uploader !== me && open.has(id);
}

function NoneLeft() {
  const { t } = useTranslation();
  return (
    <Card>
      <Empty title={t("review.none")} icon={IconCircleCheck}>
        {t("review.noneHint")}
      </Empty>
    </Card>
  );
}

interface InboxProps {
  evidence: readonly Evidence[];
  onOutcomes: (decided: Decided) => void;
}

function Waiting({ evidence: oldest, onOutcomes }: InboxProps) {
  const evidence = useWaiting(oldest, route.useSearch().evidence);
  return evidence === undefined ? (
    <Loading lines={12} />
  ) : (
    <Inbox evidence={evidence} onOutcomes={onOutcomes} />
  );
}

function Inbox({ evidence, onOutcomes }: InboxProps) {
  const { evidence: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const mayReview = useMayReview(evidence);
  // After each decision, the buttons with the focus have left.
  const kept = useKeptFocus<HTMLDivElement>();
  const choice = useChoice(evidence, mayReview ?? (() => false));
  const [before, setBefore] = useState<Place<Evidence> | null>(null);
  const [mine, setMine] = useState<readonly string[]>([]);
  const shown = evidence.find(({ id }) => id === wanted) ?? successorOf(before, evidence);
  const isGone =
    before !== null && !mine.includes(before.shown.id) && !evidence.some(({ id }) => id === before.shown.id);
  if (!isGone && shown !== undefined && (shown.id !== before?.shown.id || evidence !== before.evidence))
    setBefore({ shown, evidence });
  const next = () => setBefore(shown === undefined ? null : { shown, evidence });
  if (isGone)
    return (
      <div {...kept}>
        <LeftElsewhere evidence={before.shown} onNext={next} />
      </div>
    );
  if (shown === undefined)
    return (
      <div {...kept}>
        <NoneLeft />
      </div>
    );
  const at = evidence.indexOf(shown);
  const move = (by: number) => {
    const next = evidence[at + by];
    if (next !== undefined)
      void navigate({ search: (before) => ({ ...before, evidence: next.id }), replace: true });
  };
  const decide = (ids: readonly string[]) => setMine([...mine, ...ids]);
  return (
    <div {...kept} className={styles["inbox"]}>
      <Queue
        evidence={evidence}
        shown={shown}
        choice={choice}
        notMine={mayReview === undefined ? 0 : evidence.filter((one) => !mayReview(one)).length}
      />
      <div>
        {choice.chosen.length > 0 && <ReviewMany choice={choice} onDecide={decide} onOutcomes={onOutcomes} />}
        <EvidenceDocument key={shown.id} evidence={shown} />
        <Decision
          key={`decision-${shown.id}`}
          evidence={shown}
          onMove={move}
          onDecide={() => decide([shown.id])}
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
    limit: MAX,
    project_id: project,
  } as const;
  const refetchInterval = usePollWithoutEvents(LOOK_MS);
  const query = useQuery({ ...evidenceListQuery(wanted), refetchInterval });
  const oldest = query.data?.evidence[0];
  const [decided, setDecided] = useState<Decided | null>(null);
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
      <div className={layout["stack"]}>
        {decided !== null && <Outcomes {...decided} onClose={() => setDecided(null)} />}
        <WhenLoaded query={query} lines={12}>
          {({ evidence }) => <Waiting evidence={evidence} onOutcomes={setDecided} />}
        </WhenLoaded>
      </div>
    </>
  );
}
