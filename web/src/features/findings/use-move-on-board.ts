import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { FindingStatus } from "../../../../domain/findings/finding.rules.ts";
import { rootApi } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { useToast } from "../../ui/toast.tsx";
import { useFailureToast } from "../../ui/use-undo.ts";
import { findingQuery, type Finding } from "./finding.queries.ts";
import { mustExplain } from "./must-explain.ts";
import { useRefreshFindings } from "./use-move.ts";

/** A card as the board shows it. */
type Card = Pick<Finding, "id" | "title" | "status"> & Tagged;

interface BoardMove {
  finding: Pick<Finding, "id" | "title" | "status">;
  to: FindingStatus;
}

/**
 * Moves a finding unless someone else has moved it, and offers to undo it; calls `ask` first for moves that
 * require a reason.
 */
export function useMoveOnBoard(ask: (move: BoardMove) => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const reportFailure = useFailureToast();
  const refresh = useRefreshFindings();
  const rowsOf = ({ title, status }: Pick<Finding, "title" | "status">): Rows => [
    [title, t(`findingStatus.${status}`)],
  ];
  const read = ({ id }: { id: string }) => queries.query({ ...findingQuery(id), staleTime: 0 });
  const change = useGuardedChange<Card, BoardMove>({
    send: ({ finding: { id }, to }, guard) =>
      rootApi.PATCH("/api/findings/{id}", { params: { path: { id }, ...guard }, body: { status: to } }),
    read,
    rowsOf,
    onSuccess: ({ body }) => {
      void report(body);
      return refresh();
    },
  });
  const report = async ({ finding, to }: BoardMove): Promise<void> => {
    const { next_statuses: next } = await read(finding);
    const back = { finding: { ...finding, status: to }, to: finding.status };
    const undo = {
      text: t("action.undo"),
      run: () => reportFailure(change.mutateAsync({ body: back, over: { ...back.finding, tag: null } })),
    };
    toast({
      text: t("findings.moved", { title: finding.title, status: t(`findingStatus.${to}`) }),
      ...(next.includes(finding.status) && !mustExplain(to, finding.status) ? { undo } : {}),
    });
  };
  const send = (body: BoardMove): void => {
    const over = { ...body.finding, tag: null };
    change.mutate({ body, over });
  };
  const move = (wanted: BoardMove): void =>
    mustExplain(wanted.finding.status, wanted.to) ? ask(wanted) : send(wanted);
  const wanted = change.variables?.body;
  const mine: Rows = wanted === undefined ? [] : rowsOf({ title: wanted.finding.title, status: wanted.to });
  return { move, change, rowsOf, mine, refresh };
}
