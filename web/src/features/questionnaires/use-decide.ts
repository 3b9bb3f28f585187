import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../http/api-error.ts";
import { api, dataWithTag, ifMatch } from "../../http/client.ts";
import { OutdatedChange } from "../../http/use-guarded-change.ts";
import { useToast } from "../../ui/toast.tsx";
import type { Item } from "./questionnaire.queries.ts";

export type Decision = { decision: "accept" | "reject" } | { decision: "reuse"; earlier_item_id: string };

const isOutdated = (error: unknown): boolean =>
  error instanceof OutdatedChange || (error instanceof ApiError && error.isConflict);

/**
 * Saves the decision about an answer. If someone else has changed the answer in the meantime, nothing is decided and the
 * new one is shown: a key must not accept what the user has not read.
 */
export function useDecide(questionnaireId: string, item: Item, onDone: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const queries = useQueryClient();
  const path = { id: questionnaireId, itemId: item.id };
  const refresh = () => queries.invalidateQueries({ queryKey: ["questionnaires"] });
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (body: Decision) => {
      const now = await dataWithTag(api.GET("/questionnaires/{id}/items/{itemId}", { params: { path } }));
      if (now.answer !== item.answer || now.state !== item.state) throw new OutdatedChange(now);
      const params = { path, ...ifMatch(now.tag) };
      await api.PUT("/questionnaires/{id}/items/{itemId}", { params, body });
    },
    onSuccess: () => {
      // The next question comes first: this one may leave the list.
      onDone();
      return refresh();
    },
    onError: (failure) => {
      if (!isOutdated(failure)) return undefined;
      toast({ text: t("conflict.title"), isBad: true });
      return refresh();
    },
  });
  return { mutate, pending: isPending ? variables : null, error: isOutdated(error) ? null : error };
}
