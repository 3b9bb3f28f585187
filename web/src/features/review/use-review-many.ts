import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../http/api-error.ts";
import { api, dataOf } from "../../http/client.ts";
import type { Evidence } from "../evidence/evidence.queries.ts";
import { refreshReviewed } from "./refresh-reviewed.ts";

export interface JointReview {
  decision: "approve" | "reject" | "withdraw";
  note: string;
}

export interface Outcome {
  evidence: Evidence;
  /** Why it was not reviewed; null if it was. */
  refusal: string | null;
}

async function reviewInProject(
  [projectId, evidence]: [string, readonly Evidence[]],
  review: JointReview,
): Promise<Outcome[]> {
  const body = { reviews: evidence.map(({ id }) => ({ evidence_id: id, ...review })) };
  try {
    const { results } = await dataOf(
      api.POST("/projects/{id}/evidence/review", { params: { path: { id: projectId } }, body }),
    );
    return evidence.map((one, n) => ({ evidence: one, refusal: results[n]?.reason ?? null }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return evidence.map((one) => ({ evidence: one, refusal: error.message }));
  }
}

interface ReviewOfMany {
  evidence: readonly Evidence[];
  review: JointReview;
}

/** One decision on several pieces of evidence, each with its own outcome: a call for each of their projects. */
export function useReviewMany() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ evidence, review }: ReviewOfMany) => {
      const byProject = Map.groupBy(evidence, ({ project_id: projectId }) => projectId);
      return (await Promise.all([...byProject].map((some) => reviewInProject(some, review)))).flat();
    },
    onSettled: () => refreshReviewed(queries),
  });
}
