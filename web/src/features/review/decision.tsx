import { Button, Textarea } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconEye } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { Problem } from "../../ui/problem.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import type { Evidence } from "../evidence/evidence.queries.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { useProfile } from "../identity/use-profile.ts";
import styles from "./review.module.css";
import { useReview } from "./use-review.ts";

interface DecisionProps {
  evidence: Evidence;
  onMove: (by: number) => void;
  onDecide: () => void;
}

const Key = ({ children }: { children: string }) => (
  <span className={styles["key"]} aria-hidden>
    {children}
  </span>
);

interface RejectProps {
  reason: string;
  onReason: (text: string) => void;
  isPending: boolean;
  onReject: () => void;
  onCancel: () => void;
}

/** The reason is all the uploader gets to see. */
function RejectForm({ reason, onReason, isPending, onReject, onCancel }: RejectProps) {
  const { t } = useTranslation();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (reason.trim() !== "") onReject();
  };
  return (
    <form className={styles["decide"]} onSubmit={submit}>
      <Textarea
        label={t("review.reason")}
        description={t("review.reasonHint")}
        autoFocus
        rows={3}
        maxLength={2_000}
        value={reason}
        onChange={({ currentTarget }) => onReason(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
        }}
      />
      <div className={styles["buttons"]}>
        <Button type="submit" loading={isPending} disabled={reason.trim() === ""}>
          {t("review.rejectNow")}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}

/**
 * Approve, reject with a reason, or skip, by button or keyboard shortcut. Users cannot decide on their own
 * uploads.
 */
export function Decision({ evidence, onMove, onDecide }: DecisionProps) {
  const { t } = useTranslation();
  const { id: me } = useProfile();
  const [isRejecting, setRejecting] = useState(false);
  const [reason, setReason] = useDraft(`reason.${evidence.id}`);
  const review = useReview(evidence, onDecide);
  const isMine = evidence.uploaded_by === me;
  const permissions = useQuery(permissionsQuery({ evidence_id: evidence.id })).data;
  const isForOthers = isMine || permissions?.has("evidence.review") === false;
  const mayDecide = !isForOthers && !review.isPending;
  const approve = () => mayDecide && review.mutate({ decision: "approve", note: "" });
  const reject = () =>
    review.mutate({ decision: "reject", note: reason.trim() }, { onSuccess: () => setReason("") });
  useHotkeys([
    ["a", approve],
    ["r", () => mayDecide && setRejecting(true)],
    ["j", () => onMove(1)],
    ["k", () => onMove(-1)],
  ]);
  return (
    <div className={styles["decide"]}>
      <span className={styles["eyes"]}>
        <IconEye size={16} aria-hidden />
        {t(isMine ? "review.mine" : isForOthers ? "review.notYours" : "review.fourEyes", {
          name: evidence.uploader?.name ?? "",
        })}
      </span>
      {review.isError && <Problem error={review.error} />}
      {isRejecting ? (
        <RejectForm
          reason={reason}
          onReason={setReason}
          isPending={review.isPending}
          onReject={reject}
          onCancel={() => setRejecting(false)}
        />
      ) : (
        <div className={styles["buttons"]}>
          <Button onClick={approve} disabled={isForOthers} loading={review.isPending}>
            {t("review.approve")} <Key>A</Key>
          </Button>
          <Button variant="default" disabled={isForOthers} onClick={() => setRejecting(true)}>
            {t("review.reject")} <Key>R</Key>
          </Button>
          <Button variant="subtle" px="sm" onClick={() => onMove(-1)}>
            {t("review.previous")} <Key>K</Key>
          </Button>
          <Button variant="subtle" px="sm" onClick={() => onMove(1)}>
            {t("review.next")} <Key>J</Key>
          </Button>
        </div>
      )}
    </div>
  );
}
