import { Button } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconEye } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Problem } from "../../ui/problem.tsx";
import { useAsking } from "../../ui/use-asking.ts";
import { useDraft } from "../../ui/use-draft.ts";
import { useKeys } from "../../ui/use-keys.ts";
import type { Evidence } from "../evidence/evidence.queries.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { useProfile } from "../identity/use-profile.ts";
import { Key } from "../../ui/key.tsx";
import { ReasonForm } from "./reason-form.tsx";
import styles from "./review.module.css";
import { useReview } from "./use-review.ts";

interface DecisionProps {
  evidence: Evidence;
  onMove: (by: number) => void;
  onDecide: () => void;
}

/** To the files before and after this one. */
function Moves({ onMove }: Pick<DecisionProps, "onMove">) {
  const { t } = useTranslation();
  return (
    <span className={styles["moves"]}>
      <Button size="sm" variant="subtle" px={6} aria-label={t("review.previous")} onClick={() => onMove(-1)}>
        <IconChevronUp size={18} aria-hidden /> <Key>K</Key>
      </Button>
      <Button size="sm" variant="subtle" px={6} aria-label={t("review.next")} onClick={() => onMove(1)}>
        <IconChevronDown size={18} aria-hidden /> <Key>J</Key>
      </Button>
    </span>
  );
}

/**
 * Approve, reject with a reason, or skip, by button or keyboard shortcut. Users cannot decide on their own
 * uploads.
 */
export function Decision({ evidence, onMove, onDecide }: DecisionProps) {
  const { t } = useTranslation();
  const { id: me } = useProfile();
  const { isAsking: isRejecting, wasAsking, ask, leave } = useAsking();
  const [reason, setReason] = useDraft(`reason.${evidence.id}`);
  const review = useReview(evidence, { onDecide, onDecided: () => setReason("") });
  const isMine = evidence.uploaded_by === me;
  const permissions = useQuery(permissionsQuery({ evidence_id: evidence.id })).data;
  const isForOthers = isMine || permissions?.has("evidence.review") === false;
  const mayDecide = !isForOthers && !review.isPending;
  // A form is open: its buttons have the focus, too, and a letter on them must not approve.
  const approve = () => mayDecide && !isRejecting && review.mutate({ decision: "approve", note: "" });
  const reject = () => review.mutate({ decision: "reject", note: reason.trim() });
  useKeys([
    ["a", () => void approve()],
    ["r", () => void (mayDecide && ask())],
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
        <ReasonForm
          label={t("review.reason")}
          hint={t("review.reasonHint")}
          action={t("review.rejectNow")}
          reason={reason}
          onReason={setReason}
          isPending={review.isPending}
          onSend={reject}
          onCancel={leave}
        />
      ) : (
        <div className={styles["buttons"]}>
          <Button size="sm" onClick={approve} disabled={isForOthers} loading={review.isPending}>
            {t("review.approve")} <Key>A</Key>
          </Button>
          <Button size="sm" variant="default" autoFocus={wasAsking} disabled={isForOthers} onClick={ask}>
            {t("review.reject")} <Key>R</Key>
          </Button>
          <Moves onMove={onMove} />
        </div>
      )}
    </div>
  );
}
