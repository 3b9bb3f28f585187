import { Button, TextInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { Modal } from "../../ui/modal.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./questionnaires.module.css";

export interface QuestionColumns {
  question: string;
  answer: string;
}

interface ColumnChoiceProps {
  isPending: boolean;
  onChoose: (columns: QuestionColumns) => void;
  onClose: () => void;
}

/** Asks for the columns of a workbook in which they could not be found. */
export function ColumnChoice({ isPending, onChoose, onClose }: ColumnChoiceProps) {
  const { t } = useTranslation();
  const [question, setQuestion] = useState("");
  const [answer, setAnswer] = useState("");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onChoose({ question, answer });
  };
  const letter = {
    description: t("questionnaires.columnHint"),
    required: true,
    withAsterisk: false,
  } as const;
  return (
    <Modal label={t("questionnaires.columns")} onClose={onClose}>
      <form onSubmit={submit} className={`${layout["form"]} ${styles["columns"]}`}>
        <h2>{t("questionnaires.columns")}</h2>
        <TextInput
          {...letter}
          label={t("questionnaires.questionColumn")}
          pattern="[A-Za-z]{1,3}"
          autoFocus
          value={question}
          onChange={({ currentTarget }) => setQuestion(currentTarget.value.trim())}
        />
        <TextInput
          {...letter}
          label={t("questionnaires.answerColumn")}
          pattern="[A-Za-z]{1,3}"
          value={answer}
          onChange={({ currentTarget }) => setAnswer(currentTarget.value.trim())}
        />
        <div className={layout["inline"]}>
          <Button type="submit" size="xs" loading={isPending}>
            {t("questionnaires.uploadAgain")}
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            {t("action.cancel")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
