import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FindingStatus } from "../../../../domain/findings/finding.rules.ts";
import { ApiError } from "../../http/api-error.ts";
import { ifMatch, rootApi } from "../../http/client.ts";
import type { FindingDetail } from "./finding.queries.ts";

export interface Move {
  status: FindingStatus;
  reason?: string;
  /** End of the acceptance. */
  until?: string;
}

interface Sent extends Move {
  /** The ETag of the finding as the user first saw it. */
  tag: string | null;
}

/** Changes of findings also change scores and events. */
export function useRefreshFindings(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ["findings", "compliance", "events"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    );
}

/** Moves a finding to another status, unless someone else has changed it since it was read. */
export function useMove({ id }: Pick<FindingDetail, "id">, onMoved: () => void) {
  const queries = useQueryClient();
  const refresh = useRefreshFindings();
  return useMutation({
    mutationFn: ({ tag, ...move }: Sent) =>
      rootApi.PATCH("/api/findings/{id}", { params: { path: { id }, ...ifMatch(tag) }, body: move }),
    onError: (error) => {
      if (error instanceof ApiError && error.isConflict)
        void queries.invalidateQueries({ queryKey: ["findings", "one", id] });
    },
    onSuccess: () => {
      onMoved();
      return refresh();
    },
  });
}
