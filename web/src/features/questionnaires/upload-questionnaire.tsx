import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../http/api-error.ts";
import { api } from "../../http/client.ts";
import { Problem } from "../../ui/problem.tsx";
import { ColumnChoice, type QuestionColumns } from "./column-choice.tsx";
import styles from "./questionnaires.module.css";

interface UploadProps {
  projectId: string;
  onUploaded: (id: string) => void;
}

interface Upload {
  file: File;
  columns?: QuestionColumns;
}

const CHOSEN = new Set(["sheet", "question_column", "answer_column"]);

/** The columns could not be found by their headings. */
const lacksColumns = (error: unknown): boolean =>
  error instanceof ApiError && CHOSEN.has(String(error.details["field"]));

/** The project comes before the file, so that the request can be refused before the file is sent. */
function formOf(projectId: string, { file, columns }: Upload): FormData {
  const form = new FormData();
  form.append("project_id", projectId);
  if (columns !== undefined) {
    if (columns.sheet !== "") form.append("sheet", columns.sheet);
    form.append("question_column", columns.question);
    form.append("answer_column", columns.answer);
  }
  form.append("file", file);
  return form;
}

/** Uploads a file with one question per row. */
export function UploadQuestionnaire({ projectId, onUploaded }: UploadProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (sent: Upload) =>
      api.POST("/questionnaires", {
        body: { project_id: projectId, file: "" },
        bodySerializer: () => formOf(projectId, sent),
      }),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ["questionnaires"] });
      onUploaded(data!.data.id);
    },
  });
  const sent = upload.variables;
  const asksForColumns = lacksColumns(upload.error) || (upload.isPending && sent?.columns !== undefined);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.csv,.tsv"
        className={styles["hidden"]}
        tabIndex={-1}
        aria-label={t("questionnaires.upload")}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) upload.mutate({ file });
          currentTarget.value = "";
        }}
      />
      <Button
        leftSection={<IconUpload size={15} aria-hidden />}
        title={t("questionnaires.uploadHint")}
        loading={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {t("questionnaires.upload")}
      </Button>
      {upload.isError && !asksForColumns && <Problem error={upload.error} />}
      {sent !== undefined && asksForColumns && (
        <ColumnChoice
          fileName={sent.file.name}
          error={sent.columns === undefined ? null : upload.error}
          isPending={upload.isPending}
          onChoose={(columns) => upload.mutate({ file: sent.file, columns })}
          onClose={() => upload.reset()}
        />
      )}
    </>
  );
}
