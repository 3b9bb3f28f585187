import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../http/api-error.ts";
import { api, dataOf } from "../../http/client.ts";
import type { Evidence } from "../evidence/evidence.queries.ts";
import { refreshReviewed } from "./refresh-reviewed.ts";

type JointDecision = "approve" | "reject" | "withdraw";

interface JointReview<D extends JointDecision> {
  decision: D;
  note: string;
}

export interface Outcome {
  evidence: Evidence;
  /** Why it was not reviewed; null if it was. */
  refusal: Refusal | null;
}

interface Refusal {
  code: string | null;
  /** In English. */
  text: string;
  /** The project no longer has the evidence. */
  isGone: boolean;
}

async function reviewInProject(
  [projectId, evidence]: [string, readonly Evidence[]],
  review: JointReview<JointDecision>,
): Promise<Outcome[]> {
  const body = { reviews: evidence.map(({ id }) => ({ evidence_id: id, ...review })) };
  try {
    const { results } = await dataOf(
      api.POST("/projects/{id}/evidence/review", { params: { path: { id: projectId } }, body }),
    );
    return evidence.map((one, n) => {
      const { reason = null, reason_code: code = null, status = null } = results[n] ?? {};
      return {
        evidence: one,
        refusal: reason === null ? null : { code, text: reason, isGone: status === null },
      };
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refusal = { code: error.reason, text: error.message, isGone: error.status === 404 };
    return evidence.map((one) => ({ evidence: one, refusal }));
  }
}

interface ReviewOfMany<D extends JointDecision> {
  evidence: readonly Evidence[];
  review: JointReview<D>;
}

/**
 * One decision on several pieces of evidence, each with its own outcome: a call for each of their projects.
 * `onOutcomes` is called even if the form has gone: a live event can remove what was chosen before the answer arrives.
 */
export function useReviewMany<D extends JointDecision>(
  onOutcomes: (outcomes: readonly Outcome[], decision: D) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ evidence, review }: ReviewOfMany<D>) => {
      const byProject = Map.groupBy(evidence, ({ project_id: projectId }) => projectId);
      return (await Promise.all([...byProject].map((some) => reviewInProject(some, review)))).flat();
    },
    onSuccess: (outcomes, { review }) => onOutcomes(outcomes, review.decision),
    onSettled: () => refreshReviewed(queries),
  });
}
