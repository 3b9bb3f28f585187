import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Problem } from "../../ui/problem.tsx";
import styles from "./questionnaires.module.css";

interface UploadProps {
  projectId: string;
  onUploaded: (id: string) => void;
}

/** The project comes before the file, so that the request can be refused before the file is sent. */
function formOf(projectId: string, file: File): FormData {
  const form = new FormData();
  form.append("project_id", projectId);
  form.append("file", file);
  return form;
}

/** Uploads a file with one question per row. */
export function UploadQuestionnaire({ projectId, onUploaded }: UploadProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) =>
      api.POST("/questionnaires", {
        body: { project_id: projectId, file: "" },
        bodySerializer: () => formOf(projectId, file),
      }),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ["questionnaires"] });
      onUploaded(data!.data.id);
    },
  });
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".xlsx"
        className={styles["hidden"]}
        tabIndex={-1}
        aria-label={t("questionnaires.upload")}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) upload.mutate(file);
          currentTarget.value = "";
        }}
      />
      <Button
        leftSection={<IconUpload size={16} aria-hidden />}
        title={t("questionnaires.uploadHint")}
        loading={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {t("questionnaires.upload")}
      </Button>
      {upload.isError && <Problem error={upload.error} />}
    </>
  );
}
