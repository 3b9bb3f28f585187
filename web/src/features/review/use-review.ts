import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isMissing } from "../../http/is-missing.ts";
import { api } from "../../http/client.ts";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/use-undo.ts";
import type { Evidence } from "../evidence/evidence.queries.ts";
import { refreshReviewed } from "./refresh-reviewed.ts";

interface Review {
  decision: "approve" | "reject" | "withdraw";
  note: string;
}

interface Moments {
  onDecide: () => void;
  onDecided: () => void;
}

/** Reviews evidence. An approval can be undone; a rejection cannot, so it asks for a reason first. */
export function useReview({ id, title }: Evidence, { onDecide, onDecided }: Moments) {
  const { t } = useTranslation();
  const toast = useToast();
  const queries = useQueryClient();
  const send = (body: Review) => api.POST("/evidence/{id}/review", { params: { path: { id } }, body });
  const refresh = () => refreshReviewed(queries);
  const undo = useUndo(refresh);
  const takeBack = () =>
    undo(send({ decision: "withdraw", note: t("review.takenBackNote") }), t("review.takenBack", { title }));
  return useMutation({
    mutationFn: send,
    onMutate: onDecide,
    onError: (error) => {
      if (!isMissing(error)) return;
      toast({ text: t("review.lost", { title }), isBad: true });
      void refresh();
    },
    onSuccess: async (_, { decision }) => {
      onDecided();
      const offer = { text: t("action.undo"), run: takeBack };
      if (decision === "approve") toast({ text: t("review.approved", { title }), undo: offer });
      else toast({ text: t("review.rejected", { title }) });
      await refresh();
    },
  });
}
