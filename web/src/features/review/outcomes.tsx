import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMessage } from "../../i18n/use-message.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import { useReviewMany, type Outcome } from "./use-review-many.ts";

export interface Decided {
  decision: "approve" | "reject";
  outcomes: readonly Outcome[];
}

interface OutcomesProps extends Decided {
  onClose: () => void;
}

/** Undoes approvals, and says why where that is not possible. */
function useTakeBack({ outcomes, onClose }: OutcomesProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const say = useMessage();
  const { mutate, isPending } = useReviewMany<"withdraw">((results) => {
    const refusal = results.find((result) => result.refusal !== null)?.refusal;
    if (refusal == null) toast({ text: t("review.manyTakenBack", { count: results.length }) });
    else toast({ text: say(`problem.${refusal.code}`, refusal.text).text, isBad: true });
    onClose();
  });
  const evidence = outcomes.filter(({ refusal }) => refusal === null).map((outcome) => outcome.evidence);
  const takeBack = () =>
    mutate({ evidence, review: { decision: "withdraw", note: t("review.takenBackNote") } });
  return { takeBack, isPending, canTakeBack: evidence.length > 0 };
}

function Why({ refusal: { code, text: english, isGone } }: { refusal: NonNullable<Outcome["refusal"]> }) {
  const { t } = useTranslation();
  const { text, lang } = useMessage()(code === null ? null : `problem.${code}`, english);
  if (isGone) return <Note>{t("review.gone")}</Note>;
  if (code === "required_for_unread") return <Note>{t("review.unreadNeedsReason")}</Note>;
  return (
    <Note>
      <span lang={lang}>{text}</span>
    </Note>
  );
}

/** The outcome for each piece of evidence. */
export function Outcomes(props: OutcomesProps) {
  const { t } = useTranslation();
  const { decision, outcomes, onClose } = props;
  const { takeBack, isPending, canTakeBack } = useTakeBack(props);
  const refused = outcomes.filter(({ refusal }) => refusal !== null).length;
  return (
    <Card
      title={t(`review.outcomes.${decision}`, { done: outcomes.length - refused, total: outcomes.length })}
      aside={
        <span className={layout["inline"]}>
          {decision === "approve" && canTakeBack && (
            <Button size="compact-sm" variant="default" loading={isPending} onClick={takeBack}>
              {t("action.undo")}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" autoFocus onClick={onClose}>
            {t("action.close")}
          </Button>
        </span>
      }
    >
      <ul className={layout["rows"]}>
        {outcomes.map(({ evidence: { id, title }, refusal }) => (
          <li key={id}>
            {refusal?.isGone === true ? (
              title
            ) : (
              <Link to="/evidence/$evidenceId" params={{ evidenceId: id }}>
                {title}
              </Link>
            )}
            {refusal === null ? (
              <Badge tone={decision === "approve" ? "good" : "bad"}>
                {t(decision === "approve" ? "evidenceStatus.approved" : "evidenceStatus.rejected")}
              </Badge>
            ) : (
              <>
                <Badge tone="warn">{t("review.refused")}</Badge>
                <Why refusal={refusal} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
