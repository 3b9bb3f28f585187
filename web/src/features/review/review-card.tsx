import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAsking } from "../../ui/use-asking.ts";
import { useDraft } from "../../ui/use-draft.ts";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import type { EvidenceDetail } from "../evidence/evidence.queries.ts";
import { isToReplace } from "../evidence/is-to-replace.ts";
import { NewVersion } from "../evidence/new-version.tsx";
import { permissionsQuery } from "../identity/session.queries.ts";
import { useProfile } from "../identity/use-profile.ts";
import { ReasonForm } from "./reason-form.tsx";
import { refreshReviewed } from "./refresh-reviewed.ts";

/** For an approval that turned out to be wrong: the evidence is pending again. */
function Withdrawal({ evidence: { id, title } }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation();
  const toast = useToast();
  const queries = useQueryClient();
  const { isAsking, wasAsking, ask, leave } = useAsking();
  const [reason, setReason] = useDraft(`withdrawal.${id}`);
  const withdraw = useMutation({
    mutationFn: (note: string) =>
      api.POST("/evidence/{id}/review", { params: { path: { id } }, body: { decision: "withdraw", note } }),
    onSuccess: async () => {
      setReason("");
      leave();
      toast({ text: t("review.takenBack", { title }) });
      await refreshReviewed(queries);
    },
  });
  if (!isAsking)
    return (
      <Button variant="default" autoFocus={wasAsking} onClick={ask} data-screen-only>
        {t("reviewCard.withdraw")}…
      </Button>
    );
  return (
    <>
      {withdraw.isError && <Problem error={withdraw.error} />}
      <ReasonForm
        label={t("reviewCard.whyWithdraw")}
        hint={t("review.reasonHint")}
        action={t("reviewCard.withdraw")}
        reason={reason}
        onReason={setReason}
        isPending={withdraw.isPending}
        onSend={() => withdraw.mutate(reason.trim())}
        onCancel={leave}
      />
    </>
  );
}

function Decided({ evidence, mayReview }: { evidence: EvidenceDetail; mayReview: boolean }) {
  const { t } = useTranslation();
  const { reviewer, reviewed_at: at, review_note: note, status } = evidence;
  return (
    <>
      {at !== null && (
        <p>
          {t("viewer.reviewedBy", { name: reviewer?.name ?? t("activity.somebody") })} <When at={at} />
        </p>
      )}
      {note !== null && note !== "" && (
        <p>
          <q>{note}</q>
        </p>
      )}
      {isToReplace(evidence) && (
        <>
          <Note>{t(`reviewCard.replace.${status === "expired" ? "expired" : "rejected"}`)}</Note>
          <NewVersion evidence={evidence} />
        </>
      )}
      {status === "approved" && mayReview && <Withdrawal evidence={evidence} />}
    </>
  );
}

/** The decision on a piece of evidence, or the link to where it is made. */
export function ReviewCard({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation();
  const { id: me } = useProfile();
  const { id, status, reviewed_at: at, uploaded_by: uploader } = evidence;
  const permissions = useQuery(permissionsQuery({ evidence_id: id })).data;
  const mayReview = permissions?.has("evidence.review") === true && uploader !== me;
  const isToDo = status === "pending" && mayReview;
  if (at === null && !isToDo) return null;
  return (
    <Card title={t("viewer.review")}>
      <div className={layout["ask"]}>
        <Decided evidence={evidence} mayReview={mayReview} />
        {isToDo && (
          <Button component={Link} to="/review" search={{ evidence: id } as never} data-screen-only>
            {t("reviewCard.decide")}
          </Button>
        )}
      </div>
    </Card>
  );
}
