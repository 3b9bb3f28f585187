import { Button, Textarea } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { dropDraft, hasDraft, useDraft } from "../../ui/use-draft.ts";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import { Citations } from "../evidence/citations.tsx";
import { ItemBadge } from "./questionnaire-badge.tsx";
import type { Item } from "./questionnaire.queries.ts";
import { useDecide } from "./use-decide.ts";
import styles from "./questionnaires.module.css";

interface EditProps {
  item: Item;
  isPending: boolean;
  onSave: (answer: string) => void;
  onCancel: () => void;
}

/** Key under which an unsaved answer is stored. */
const draftOf = ({ id }: Item): string => `answer.${id}`;

function Edit({ item, isPending, onSave, onCancel }: EditProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useDraft(draftOf(item));
  const [text, setText] = useState(draft === "" ? (item.answer ?? "") : draft);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSave(text.trim());
  };
  return (
    <form onSubmit={submit} className={layout["stack"]}>
      <Textarea
        label={t("questionnaires.answer")}
        autoFocus
        rows={6}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setDraft(currentTarget.value);
        }}
      />
      <div className={layout["inline"]}>
        <Button type="submit" size="xs" loading={isPending} disabled={text.trim() === ""}>
          {t("questionnaires.save")}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            setDraft("");
            onCancel();
          }}
        >
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}

function Answer({ item: { answer, decider, decided_at: at, citations } }: { item: Item }) {
  const { t } = useTranslation();
  return (
    <>
      {answer === null ? (
        <Note>{t("questionnaires.noAnswer")}</Note>
      ) : (
        <p className={styles["answer"]}>{answer}</p>
      )}
      {at !== null && (
        <Note>
          {t("questionnaires.decided", { name: decider?.name ?? "–" })} <When at={at} />
        </Note>
      )}
      <Citations citations={citations} />
    </>
  );
}

interface ItemViewProps {
  questionnaireId: string;
  item: Item;
  mayAnswer: boolean;
  /** Called after a decision, to show the next question. */
  onNext: () => void;
}

/** A question with its answer, the sources and the decision. */
export function ItemView({ questionnaireId, item, mayAnswer, onNext }: ItemViewProps) {
  const { t } = useTranslation();
  const [isEditing, setIsEditing] = useState(() => hasDraft(draftOf(item)));
  const decide = useDecide(questionnaireId, item.id, () => {
    dropDraft(draftOf(item));
    onNext();
  });
  const hasAnswer = item.answer !== null;
  const accept = () => hasAnswer && decide.mutate({ decision: "accept" });
  const reject = () => hasAnswer && decide.mutate({ decision: "reject" });
  useHotkeys(
    mayAnswer && !isEditing
      ? [
          ["a", accept],
          ["r", reject],
          ["e", () => setIsEditing(true)],
        ]
      : [],
  );
  return (
    <Card title={t("questionnaires.row", { row: item.row })} aside={<ItemBadge state={item.state} />}>
      <div className={layout["stack"]}>
        <p className={styles["asked"]}>{item.question}</p>
        {decide.isError && <Problem error={decide.error} />}
        {isEditing ? (
          <Edit
            item={item}
            isPending={decide.isPending}
            onSave={(answer) => decide.mutate({ decision: "edit", answer })}
            onCancel={() => setIsEditing(false)}
          />
        ) : (
          <Answer item={item} />
        )}
        {mayAnswer && !isEditing && (
          <div className={layout["toolbar"]}>
            {hasAnswer && (
              <Button size="xs" loading={decide.isPending} onClick={accept}>
                {t("questionnaires.accept")}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
              {t(hasAnswer ? "questionnaires.edit" : "questionnaires.own")}
            </Button>
            {hasAnswer && (
              <Button size="xs" variant="default" loading={decide.isPending} onClick={reject}>
                {t("questionnaires.reject")}
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}
