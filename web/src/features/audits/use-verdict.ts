import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../http/client.ts";
import { refreshReviewed } from "../review/refresh-reviewed.ts";

type Word = { says: "accept" } | { says: "withdraw" | "reject"; note: string };

/**
 * Records the auditor's verdict on a piece of evidence. `onRecorded` also runs if the buttons have left the
 * page by then.
 */
export function useVerdict(id: string, onRecorded: () => void) {
  const queries = useQueryClient();
  const params = { path: { id } };
  return useMutation({
    mutationFn: async (word: Word) => {
      if (word.says === "reject")
        await api.POST("/evidence/{id}/review", { params, body: { decision: "reject", note: word.note } });
      else
        await api.POST("/evidence/{id}/acceptance", {
          params,
          body: word.says === "accept" ? { decision: "accept" } : { decision: "withdraw", note: word.note },
        });
    },
    onSuccess: () => {
      onRecorded();
      return refreshReviewed(queries);
    },
  });
}
