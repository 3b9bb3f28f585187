import type { EvidenceStatus } from "../../../../domain/evidence/evidence.rules.ts";

/** Of the latest version; outdated if only an earlier one is approved. */
export type ApprovalState = "approved" | "pending" | "outdated" | "rejected" | "draft";

interface Filed {
  policy: { id: string; version: number } | null;
  status: EvidenceStatus;
}

export interface Approval<E extends Filed> {
  state: ApprovalState;
  /** The latest approved version, and the evidence that was approved; null without one. */
  inForce: { version: number; evidence: E } | null;
}

/** Whether a policy is approved, by the evidence that was filed from its versions. */
export function approvalOf<E extends Filed>(
  { id, version }: { id: string; version: number },
  evidence: readonly E[],
): Approval<E> {
  const filed = evidence.flatMap((one) =>
    one.policy?.id === id ? [{ version: one.policy.version, evidence: one }] : [],
  );
  const approved = filed
    .filter((one) => one.evidence.status === "approved")
    .toSorted((a, b) => b.version - a.version);
  const inForce = approved[0] ?? null;
  const isLatest = (status: EvidenceStatus): boolean =>
    filed.some((one) => one.version === version && one.evidence.status === status);
  if (inForce?.version === version) return { state: "approved", inForce };
  if (isLatest("pending")) return { state: "pending", inForce };
  if (inForce !== null) return { state: "outdated", inForce };
  return { state: isLatest("rejected") ? "rejected" : "draft", inForce };
}
