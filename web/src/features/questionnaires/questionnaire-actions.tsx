import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { forgetDeleted } from "../../http/forget-deleted.ts";
import { ConfirmFirst } from "../../ui/confirm-first.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import type { Questionnaire } from "./questionnaire.queries.ts";

/** Downloads the answers, searches for answers again, or deletes the questionnaire. */
export function QuestionnaireActions({
  questionnaire,
  mayAnswer,
}: {
  questionnaire: Questionnaire;
  mayAnswer: boolean;
}) {
  const { t } = useTranslation();
  const { id, project_id: projectId, file_name: name, status } = questionnaire;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const params = { path: { id } };
  const retry = useMutation({
    mutationFn: () => api.POST("/questionnaires/{id}/retry", { params }),
    onSuccess: async () => {
      toast({ text: t("questionnaires.retried") });
      await queries.invalidateQueries({ queryKey: ["questionnaires"] });
    },
  });
  const remove = useMutation({
    mutationFn: () => api.DELETE("/questionnaires/{id}", { params }),
    onSuccess: async () => {
      await navigate({ to: "/projects/$projectId/questionnaires", params: { projectId } });
      toast({ text: t("questionnaires.deleted") });
      await forgetDeleted(queries, "questionnaires");
    },
  });
  return (
    <div className={layout["inline"]}>
      <Button component="a" href={`/api/v1/questionnaires/${id}/file`} download={name} variant="default">
        {t("questionnaires.download")}
      </Button>
      {mayAnswer && status !== "answering" && (
        <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
          {t("questionnaires.retry")}
        </Button>
      )}
      {mayAnswer && (
        <ConfirmFirst
          text={t("questionnaires.delete")}
          warning={t("questionnaires.deleteWarning")}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      )}
      {(retry.error ?? remove.error) !== null && <Problem error={retry.error ?? remove.error} />}
    </div>
  );
}
