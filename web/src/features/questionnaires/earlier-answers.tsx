import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { Parts } from "../../ui/parts.tsx";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import { earlierAnswersQuery, type EarlierAnswer } from "./questionnaire.queries.ts";
import styles from "./questionnaires.module.css";
import type { Decision } from "./use-decide.ts";

interface RowProps {
  earlier: EarlierAnswer;
  isPending: boolean;
  /** Whether it is the answer that is being reused. */
  isReused: boolean;
  onReuse: () => void;
}

function Row({ earlier, isPending, isReused, onReuse }: RowProps) {
  const { t } = useTranslation();
  const { answer, file_name: name, questionnaire_id: questionnaireId, item_id: item } = earlier;
  return (
    <li>
      <span className={layout["grow"]}>
        <p className={styles["answer"]}>{answer}</p>
        <Note>
          <Parts>
            {earlier.decider?.name !== undefined && <span>{earlier.decider.name}</span>}
            <span>
              <Link to="/questionnaires/$questionnaireId" params={{ questionnaireId }} search={{ item }}>
                {name}
              </Link>
            </span>
            {earlier.decided_at !== null && <When at={earlier.decided_at} />}
          </Parts>
        </Note>
      </span>
      <Button variant="default" loading={isReused} disabled={isPending && !isReused} onClick={onReuse}>
        {t("questionnaires.reuse")}
      </Button>
    </li>
  );
}

interface EarlierAnswersProps {
  questionnaireId: string;
  itemId: string;
  /** The decision that is being sent; null without one. */
  pending: Decision | null;
  onReuse: (earlierItemId: string) => void;
}

/** What people answered to the same question before; each can be used again. */
export function EarlierAnswers({ questionnaireId, itemId, pending, onReuse }: EarlierAnswersProps) {
  const { t } = useTranslation();
  const { data } = useQuery(earlierAnswersQuery(questionnaireId, itemId));
  const answers = data?.earlier_answers ?? [];
  if (answers.length === 0) return null;
  return (
    <Card title={t("questionnaires.earlier")} flush>
      <ul className={layout["list"]}>
        {answers.map((earlier) => (
          <Row
            key={earlier.item_id}
            earlier={earlier}
            isPending={pending !== null}
            isReused={pending?.decision === "reuse" && pending.earlier_item_id === earlier.item_id}
            onReuse={() => onReuse(earlier.item_id)}
          />
        ))}
      </ul>
    </Card>
  );
}
