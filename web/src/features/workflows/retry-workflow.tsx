import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useMessage } from "../../i18n/use-message.ts";
import { useToast } from "../../ui/toast.tsx";
import { useReason } from "../../ui/use-reason.ts";
import type { FailedWorkflow } from "./workflow.queries.ts";

/** Starts it again, where that is safe. */
export function RetryWorkflow({ workflow: { id, type, summary } }: { workflow: FailedWorkflow }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const say = useMessage();
  const reasonOf = useReason();
  const refresh = () => queries.invalidateQueries({ queryKey: ["workflows"] });
  const retry = useMutation({
    mutationFn: () =>
      api.POST("/system/workflows/{workflowId}/retry", { params: { path: { workflowId: id } } }),
    onSuccess: async () => {
      await refresh();
      toast({ text: t("workflows.isRetried", { what: say(`workflow.${type}`, summary).text }) });
    },
    onError: async (error) => {
      await refresh();
      toast({ text: reasonOf(error), isBad: true });
    },
  });
  return (
    <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
      {t("workflows.retry")}
    </Button>
  );
}
