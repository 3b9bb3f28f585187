import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { needsReason, type FindingStatus } from "../../../../domain/findings/finding.rules.ts";
import { rootApi } from "../../http/client.ts";
import { useToast } from "../../ui/toast.tsx";
import type { Finding } from "./finding.queries.ts";
import { useRefreshFindings } from "./use-move.ts";

interface BoardMove {
  finding: Pick<Finding, "id" | "title" | "status">;
  to: FindingStatus;
}

const isAsked = ({ finding: { status }, to }: BoardMove): boolean =>
  needsReason(status, to) || to === "resolved";

/** Moves a finding and offers to undo it; calls `ask` first for moves that require a reason. */
export function useMoveOnBoard(ask: (move: BoardMove) => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const refresh = useRefreshFindings();
  const { mutate, error } = useMutation({
    mutationFn: ({ finding: { id }, to }: BoardMove) =>
      rootApi.PATCH("/api/findings/{id}", { params: { path: { id } }, body: { status: to } }),
    onSuccess: async ({ data }, { finding, to }) => {
      await refresh();
      const text = t("findings.moved", { title: finding.title, status: t(`findingStatus.${to}`) });
      const back = { finding: { ...finding, status: to }, to: finding.status };
      const mayGoBack = data!.data.next_statuses.includes(finding.status) && !isAsked(back);
      toast({
        text,
        ...(mayGoBack ? { undo: { text: t("action.undo"), run: () => mutate(back) } } : {}),
      });
    },
  });
  const move = (wanted: BoardMove): void => (isAsked(wanted) ? ask(wanted) : mutate(wanted));
  return { move, error };
}
