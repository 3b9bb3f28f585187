export const EVIDENCE_STATUSES = [
  "pending",
  "approved",
  "rejected",
  "expired",
  "superseded",
  "quarantined",
] as const;
export type EvidenceStatus = (typeof EVIDENCE_STATUSES)[number];

/** What an auditor said of evidence. */
export const ACCEPTANCES = ["accepted", "rejected"] as const;
export type Acceptance = (typeof ACCEPTANCES)[number];

/** `withdraw` takes an approval back. */
export const REVIEW_DECISIONS = ["approve", "reject", "withdraw"] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** Whether evidence serves a control, as its own or as a further one: all are named by number. */
export const serves =
  (number: string) =>
  ({ control, alsoControls }: { control: string; alsoControls: readonly string[] }): boolean =>
    control === number || alsoControls.includes(number);

/** How far a file was read. */
export interface Reading {
  chunkingStatus: ChunkingStatus;
  /** How often somebody asked for another try. */
  ingestionAttempt: number;
}

/** What of a piece of evidence says whether figures count it. */
export interface Countable extends Reading {
  status: EvidenceStatus;
  /** Its reviewer approved it with a reason although nothing of it was read. */
  approvedUnread: boolean;
}

/** The file could not be read: also while another try is under way, which may end as the last one did. */
export const isUnread = ({ chunkingStatus, ingestionAttempt }: Reading): boolean =>
  chunkingStatus === "FAILED" ||
  chunkingStatus === "QUARANTINED" ||
  (chunkingStatus !== "COMPLETED" && ingestionAttempt > 0);

/** Whether figures count it; `COUNTS` says the same to the database. */
export const counts = (evidence: Countable): boolean =>
  (evidence.status === "approved" && evidence.approvedUnread) ||
  ((evidence.status === "approved" || evidence.status === "pending") && !isUnread(evidence));

/** Whether it would count, had its file been read. */
export const lacksReading = (evidence: Countable): boolean =>
  (evidence.status === "approved" || evidence.status === "pending") && !counts(evidence);

/** Whether a reviewer still has to decide about it, also because nobody knew that its file cannot be read. */
export const awaitsReview = (evidence: Countable): boolean =>
  evidence.status === "pending" || lacksReading(evidence);

/** Below this quality a piece of evidence is weak. */
export const GOOD_QUALITY = 60;

/** Whether what counts is of little worth, by what was read of it. */
export const isWeak = (evidence: Countable & { qualityScore: number }): boolean =>
  counts(evidence) && evidence.chunkingStatus === "COMPLETED" && evidence.qualityScore < GOOD_QUALITY;

/** What an auditor does beside the review. */
export const ACCEPTANCE_DECISIONS = ["accept", "withdraw"] as const;
export type AcceptanceDecision = (typeof ACCEPTANCE_DECISIONS)[number];

/** Why a decision about acceptance is refused, in words for the auditor; null when it may be made. */
export function acceptanceRefusal(
  { status, acceptance }: { status: EvidenceStatus; acceptance: Acceptance | null },
  decision: AcceptanceDecision,
): string | null {
  if (decision === "withdraw")
    return acceptance === "accepted" ? null : "The evidence is not accepted: there is nothing to take back";
  if (acceptance === "accepted") return "The evidence is accepted already";
  return status === "approved" ? null : `Only approved evidence is accepted; this one is ${status}`;
}

interface Reviewed extends Countable {
  uploadedById: string;
  acceptance: Acceptance | null;
  expiresAt: Date | null;
}

interface Reviewing {
  decision: ReviewDecision;
  reviewerId: string;
  /** What an auditor rejects may have been approved by others. */
  isAuditor: boolean;
  expiresAt: Date | null;
}

function awaitsDecision(evidence: Reviewed, { decision, isAuditor }: Reviewing): boolean {
  if (awaitsReview(evidence)) return true;
  if (evidence.status !== "approved") return false;
  // Their own acceptance they take back first.
  const mayReject = isAuditor && evidence.acceptance !== "accepted";
  return decision === "withdraw" || (decision === "reject" && mayReject);
}

/** Why a review is refused, in words for the reviewer; null when it may take place. */
export function reviewRefusal(evidence: Reviewed, review: Reviewing, now: Date): string | null {
  if (review.decision === "withdraw" && evidence.status !== "approved")
    return `Only an approval is taken back; this evidence is ${evidence.status}`;
  // What was approved before it turned out that it cannot be read waits for a decision that knows it.
  if (!awaitsDecision(evidence, review))
    return `Only pending evidence can be reviewed; this one is ${evidence.status}: add a new version instead`;
  if (evidence.uploadedById === review.reviewerId)
    return "Nobody reviews what they uploaded themselves: ask somebody else";
  const end = review.expiresAt ?? evidence.expiresAt;
  if (review.decision === "approve" && end !== null && end <= now)
    return "The evidence has expired already: add a current version";
  return null;
}

/** Whether a reviewer accepted it as it is now, also when its end has come since. */
const isAccepted = (status: EvidenceStatus): boolean => status === "approved" || status === "expired";

/** Why evidence does not get the end, in words for a caller who may not review it; null when it may. */
export function endRefusal(
  { status, expiresAt }: { status: EvidenceStatus; expiresAt: Date | null },
  wanted: Date | null,
): string | null {
  if (!isAccepted(status) || expiresAt === null) return null;
  if (wanted !== null && wanted <= expiresAt) return null;
  return `It was approved until ${expiresAt.toISOString()} and may only end earlier: add a new version for a reviewer to approve, or ask a manager to change it`;
}

/** Why evidence does not serve the controls, in words for a caller who may not review it; null when it may. */
export function controlsRefusal(
  { status, controls }: { status: EvidenceStatus; controls: readonly string[] },
  wanted: readonly string[],
): string | null {
  if (!isAccepted(status) || wanted.every((number) => controls.includes(number))) return null;
  return "It was approved for the controls it serves: ask a manager to add others, or upload it for them";
}

/** Why evidence is not copied into another project, in words for the caller; null when it may be. */
export function reuseRefusal(
  evidence: {
    status: EvidenceStatus;
    chunkingStatus: ChunkingStatus;
    projectId: string;
    customerId: string | null;
  },
  target: { projectId: string; customerId: string | null },
): string | null {
  if (evidence.projectId === target.projectId)
    return "The evidence is in this project already: name further controls in also_controls";
  if (isQuarantined(evidence)) return "The file is under quarantine and is not copied";
  if (evidence.status !== "pending" && evidence.status !== "approved")
    return `Only pending and approved evidence is reused; this one is ${evidence.status}`;
  if (evidence.customerId !== target.customerId)
    return "The projects belong to different customers: evidence of one is not shown to the other";
  return null;
}

/** What of a piece of evidence says whether its file is handed out. */
export interface Scanned {
  status: EvidenceStatus;
  chunkingStatus: ChunkingStatus;
  ingestionStep?: IngestionStep | null | undefined;
}

/** Malware was found in the file. What people decided about it besides, such as to replace it, does not lift that. */
export const isQuarantined = ({ status, chunkingStatus }: Omit<Scanned, "ingestionStep">): boolean =>
  status === "quarantined" || chunkingStatus === "QUARANTINED";

export type Withheld = "quarantined" | "not_scanned";

/** Why nobody gets the file; null when it is handed out. Where a scanner is configured, it first has to pass that. */
export function withheldBecause(evidence: Scanned, { scans }: { scans: boolean }): Withheld | null {
  if (isQuarantined(evidence)) return "quarantined";
  // The scan is the first step, and the next one begins only when it has passed.
  const hasPassed = (evidence.ingestionStep ?? "scan") !== "scan";
  return scans && !hasPassed ? "not_scanned" : null;
}

/** Days before the end at which people are reminded. */
export const EXPIRY_REMINDER_DAYS: readonly number[] = [30, 7, 1];

/** One for each end that approved evidence was ever given: a new end makes the watch of the old one idle. */
export const expiryWorkflowId = (evidenceId: string, expiresAt: Date): string =>
  `expiry-${evidenceId}-${expiresAt.getTime()}`;

export const CHUNKING_STATUSES = ["PENDING", "PROCESSING", "COMPLETED", "FAILED", "QUARANTINED"] as const;
export type ChunkingStatus = (typeof CHUNKING_STATUSES)[number];

/** The workflow's steps in order; the one under way is shown to people and in the Temporal UI. */
export const INGESTION_STEPS = [
  "scan",
  "extract",
  "thumbnail",
  "chunk",
  "embed",
  "index",
  "score",
  "complete",
] as const;
export type IngestionStep = (typeof INGESTION_STEPS)[number];

/** One for each change of what people say about the file. */
export const refreshWorkflowId = (evidenceId: string, revision: number): string =>
  `refresh-${evidenceId}-${revision}`;

export const ingestionWorkflowId = (evidenceId: string, attempt: number): string =>
  attempt === 0 ? `ingest-${evidenceId}` : `ingest-${evidenceId}-retry-${attempt}`;
