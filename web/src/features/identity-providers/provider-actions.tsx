import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";

/** Tests whether the provider answers; signs no one in. */
export function ProviderTest({ id }: { id: string }) {
  const { t } = useTranslation();
  const test = useMutation({
    mutationFn: () => api.POST("/identity-providers/{id}/test", { params: { path: { id } } }),
  });
  const result = test.data?.data?.data;
  return (
    <>
      <Button loading={test.isPending} onClick={() => test.mutate()}>
        {t("providers.test")}
      </Button>
      {test.isError && <Problem error={test.error} />}
      <div role="status">
        {result?.ok === true && <Badge tone="good">{t("providers.reachable")}</Badge>}
        {result?.ok === false && t("providers.unreachable", { problem: result.problem })}
      </div>
    </>
  );
}

export function ProviderDeletion({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const remove = () => api.DELETE("/identity-providers/{id}", { params: { path: { id } } });
  const onRemoved = async () => {
    onDone();
    queries.removeQueries({ queryKey: ["identity-providers", "one", id] });
    await queries.invalidateQueries({ queryKey: ["identity-providers", "list"] });
    toast({ text: t("providers.deleted") });
  };
  return (
    <>
      <ConfirmedAction
        text={t("providers.delete")}
        warning={t("providers.deleteWarning")}
        run={remove}
        onDone={onRemoved}
      />
    </>
  );
}
