import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ClearSelection } from "../../ui/clear-selection.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { useKeys } from "../../ui/use-keys.ts";
import layout from "../../ui/layout.module.css";
import { Key } from "../../ui/key.tsx";
import type { Decided } from "./outcomes.tsx";
import { ReasonForm } from "./reason-form.tsx";
import styles from "./review.module.css";
import type { Choice } from "./use-choice.ts";
import { useReviewMany } from "./use-review-many.ts";

interface ReviewManyProps {
  choice: Choice;
  /** Until the list shows the decision. */
  onDecide: (ids: readonly string[]) => void;
  onOutcomes: (decided: Decided) => void;
}

/** One decision, with one reason, on all evidence that is chosen. */
export function ReviewMany({ choice, onDecide, onOutcomes }: ReviewManyProps) {
  const { t } = useTranslation();
  const { chosen, clear, keep } = choice;
  const [pending, setPending] = useState<"approve" | "reject" | null>(null);
  const [note, setNote] = useDraft("reason.many");
  const review = useReviewMany<"approve" | "reject">((outcomes, decision) => {
    const refused = outcomes.filter(({ refusal }) => refusal !== null);
    if (refused.length === 0) setNote("");
    onOutcomes({ decision, outcomes });
    keep(refused.map(({ evidence }) => evidence));
  });
  useKeys([
    ["shift+A", () => setPending("approve")],
    ["shift+R", () => setPending("reject")],
  ]);
  const send = (decision: "approve" | "reject") => {
    onDecide(chosen.map(({ id }) => id));
    review.mutate({ evidence: chosen, review: { decision, note: note.trim() } });
  };
  return (
    <section className={styles["many"]} aria-label={t("review.ofChosen")}>
      <div className={layout["toolbar"]}>
        <strong>{t("review.chosen", { count: chosen.length })}</strong>
        <ClearSelection label={t("review.chooseNone")} onClear={clear} />
        <Button onClick={() => setPending("approve")}>
          {t("review.approveMany")} <Key>Shift A</Key>
        </Button>
        <Button variant="default" onClick={() => setPending("reject")}>
          {t("review.rejectMany")} <Key>Shift R</Key>
        </Button>
      </div>
      {pending !== null && (
        <>
          <ul className={styles["titles"]}>
            {chosen.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
          <ReasonForm
            key={pending}
            label={t(`review.why.${pending}`)}
            hint={t(`review.whyHint.${pending}`)}
            action={t(`review.decide.${pending}`, { count: chosen.length })}
            reason={note}
            onReason={setNote}
            isOptional={pending === "approve"}
            isPending={review.isPending}
            onSend={() => send(pending)}
            onCancel={() => setPending(null)}
          />
        </>
      )}
      {review.isError && <Problem error={review.error} />}
    </section>
  );
}
