import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../http/client.ts";

type Decision = { decision: "accept" | "reject" } | { decision: "reuse"; earlier_item_id: string };

/** Saves the decision about an answer. */
export function useDecide(id: string, itemId: string, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Decision) =>
      api.PUT("/questionnaires/{id}/items/{itemId}", { params: { path: { id, itemId } }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["questionnaires"] });
      onDone();
    },
  });
}
