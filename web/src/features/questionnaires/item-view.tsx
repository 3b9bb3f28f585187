import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ANSWERED_BY_PEOPLE } from "../../../../domain/questionnaires/questionnaire.rules.ts";
import { Card } from "../../ui/card.tsx";
import { Key } from "../../ui/key.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useAsking } from "../../ui/use-asking.ts";
import { dropDraft, hasDraft } from "../../ui/use-draft.ts";
import { useKeys } from "../../ui/use-keys.ts";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import { Citations } from "../evidence/citations.tsx";
import { Confidence } from "./confidence.tsx";
import { EditAnswer, answerDraftOf } from "./edit-answer.tsx";
import { EarlierAnswers } from "./earlier-answers.tsx";
import { ItemBadge } from "./questionnaire-badge.tsx";
import type { Item } from "./questionnaire.queries.ts";
import { useDecide, type Decision } from "./use-decide.ts";
import styles from "./questionnaires.module.css";

/** Why an answer can be trusted: where it was given before, or how well its sources match. */
function Origin({ item: { confidence, taken_from: origin } }: { item: Item }) {
  const { t } = useTranslation();
  if (origin !== null)
    return (
      <Note>
        {t("questionnaires.takenFrom")}{" "}
        <Link
          to="/questionnaires/$questionnaireId"
          params={{ questionnaireId: origin.questionnaire_id }}
          search={{ item: origin.item_id }}
        >
          {origin.file_name}
        </Link>
      </Note>
    );
  if (confidence === null) return null;
  return (
    <div>
      <Confidence confidence={confidence} />
    </div>
  );
}

type AnswerProps = Pick<ItemViewProps, "item" | "isAnswering" | "mayAnswer">;

/** Without an answer: whether the evidence was searched for one, and what to do. */
function NoAnswer({ item, isAnswering, mayAnswer }: AnswerProps) {
  const { t } = useTranslation();
  if (item.state !== "open") return <Note>{t("questionnaires.noAnswer")}</Note>;
  if (isAnswering) return <Note>{t("questionnaires.notSearchedYet")}</Note>;
  return (
    <Note>
      {t("questionnaires.notSearched")} {mayAnswer && t("questionnaires.searchOrWrite")}
    </Note>
  );
}

function Answer(props: AnswerProps) {
  const { t } = useTranslation();
  const { item } = props;
  const { answer, decider, decided_at: at, citations } = item;
  return (
    <>
      {answer === null ? <NoAnswer {...props} /> : <p className={styles["answer"]}>{answer}</p>}
      {at !== null && (
        <Note>
          {t("questionnaires.decided", { name: decider?.name ?? "–" })} <When at={at} />
        </Note>
      )}
      {answer !== null && <Origin item={item} />}
      <Citations citations={citations} />
    </>
  );
}

/** What a person wrote needs no acceptance. */
const mayAccept = ({ answer, state }: Item): boolean =>
  answer !== null && !ANSWERED_BY_PEOPLE.includes(state);
const mayReject = ({ answer, state }: Item): boolean => answer !== null && state !== "rejected";

interface DecisionsProps {
  item: Item;
  /** The decision that is being sent; null without one. */
  pending: Decision | null;
  /** Whether the form was there before. */
  wasEditing: boolean;
  onDecide: (decision: "accept" | "reject") => void;
  onEdit: () => void;
}

/** The decisions that change something. */
function Decisions({ item, pending, wasEditing, onDecide, onEdit }: DecisionsProps) {
  const { t } = useTranslation();
  /** Only the button that was pressed shows that it is busy. */
  const busyWith = (decision: Decision["decision"]) => ({
    loading: pending?.decision === decision,
    disabled: pending !== null && pending.decision !== decision,
  });
  return (
    <div className={layout["toolbar"]}>
      {mayAccept(item) && (
        <Button {...busyWith("accept")} onClick={() => onDecide("accept")}>
          {t("questionnaires.accept")} <Key>A</Key>
        </Button>
      )}
      <Button variant="default" autoFocus={wasEditing} onClick={onEdit}>
        {t(item.answer !== null ? "action.edit" : "questionnaires.own")} <Key>E</Key>
      </Button>
      {mayReject(item) && (
        <Button variant="default" {...busyWith("reject")} onClick={() => onDecide("reject")}>
          {t("questionnaires.reject")} <Key>R</Key>
        </Button>
      )}
    </div>
  );
}

interface ItemViewProps {
  questionnaireId: string;
  item: Item;
  /** Whether the search for answers is in progress. */
  isAnswering: boolean;
  mayAnswer: boolean;
  /** Called after a decision, to show the next question. */
  onNext: () => void;
}

/** A question with its answer, the sources and the decision. */
export function ItemView({ questionnaireId, item, isAnswering, mayAnswer, onNext }: ItemViewProps) {
  const { t } = useTranslation();
  const { isAsking: isEditing, wasAsking, ask: edit, leave } = useAsking(hasDraft(answerDraftOf(item)));
  const { mutate, pending, error } = useDecide(questionnaireId, item, () => {
    dropDraft(answerDraftOf(item));
    onNext();
  });
  const decide = (decision: "accept" | "reject") =>
    pending === null && (decision === "accept" ? mayAccept : mayReject)(item) && mutate({ decision });
  const isDeciding = mayAnswer && !isEditing;
  useKeys(
    isDeciding
      ? [
          ["a", () => void decide("accept")],
          ["r", () => void decide("reject")],
          ["e", edit],
        ]
      : [],
  );
  return (
    <>
      <Card title={t("questionnaires.row", { row: item.row })} aside={<ItemBadge state={item.state} />}>
        <div className={layout["stack"]}>
          <p className={styles["asked"]}>{item.question}</p>
          {error !== null && <Problem error={error} />}
          {isEditing ? (
            <EditAnswer questionnaireId={questionnaireId} item={item} onSaved={onNext} onCancel={leave} />
          ) : (
            <Answer item={item} isAnswering={isAnswering} mayAnswer={mayAnswer} />
          )}
          {isDeciding && (
            <Decisions item={item} pending={pending} wasEditing={wasAsking} onDecide={decide} onEdit={edit} />
          )}
        </div>
      </Card>
      {isDeciding && (
        <EarlierAnswers
          questionnaireId={questionnaireId}
          itemId={item.id}
          pending={pending}
          onReuse={(earlier) => mutate({ decision: "reuse", earlier_item_id: earlier })}
        />
      )}
    </>
  );
}
