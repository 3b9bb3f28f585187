import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FindingStatus } from "../../../../domain/findings/finding.rules.ts";
import { rootApi } from "../../http/client.ts";

interface Move {
  status: FindingStatus;
  reason?: string;
  /** When an acceptance is over. */
  until?: string;
}

/** Moves a finding to another status. */
export function useMove(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (move: Move) => rootApi.PATCH("/api/findings/{id}", { params: { path: { id } }, body: move }),
    onSuccess: () =>
      Promise.all(
        ["findings", "compliance", "events"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
}
