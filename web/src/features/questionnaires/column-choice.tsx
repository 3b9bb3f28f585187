import { TextInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./questionnaires.module.css";

export interface QuestionColumns {
  /** Empty for the first that has them. */
  sheet: string;
  question: string;
  answer: string;
}

interface ColumnChoiceProps {
  fileName: string;
  /** Why the columns that were chosen are not accepted. */
  error: Error | null;
  isPending: boolean;
  onChoose: (columns: QuestionColumns) => void;
  onClose: () => void;
}

/** Asks for the columns of a workbook in which they could not be found. */
export function ColumnChoice({ fileName, error, isPending, onChoose, onClose }: ColumnChoiceProps) {
  const { t } = useTranslation();
  const [sheet, setSheet] = useState("");
  const [question, setQuestion] = useState("");
  const [answer, setAnswer] = useState("");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onChoose({ sheet: sheet.trim(), question, answer });
  };
  const letter = {
    description: t("questionnaires.columnHint"),
    required: true,
  } as const;
  return (
    <Modal label={t("questionnaires.columns")} onClose={onClose}>
      <form onSubmit={submit} className={`${layout["form"]} ${styles["columns"]}`}>
        <h2>{t("questionnaires.columns")}</h2>
        <Note>{t("questionnaires.columnsWhy", { file: fileName })}</Note>
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
        <TextInput
          label={t("questionnaires.sheet")}
          description={t("questionnaires.sheetHint")}
          value={sheet}
          onChange={({ currentTarget }) => setSheet(currentTarget.value)}
        />
        {error !== null && <Problem error={error} />}
        <FormButtons text={t("questionnaires.uploadAgain")} isPending={isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}
