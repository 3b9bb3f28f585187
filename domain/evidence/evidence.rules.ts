import type { EvidenceDates } from "./evidence-dates.rules.ts";

export const EVIDENCE_STATUSES = [
  "pending",
  "approved",
  "rejected",
  "expired",
  "superseded",
  "quarantined",
] as const;
export type EvidenceStatus = (typeof EVIDENCE_STATUSES)[number];

/** The auditor's decision about evidence. */
export const ACCEPTANCES = ["accepted", "rejected"] as const;
export type Acceptance = (typeof ACCEPTANCES)[number];

/** `withdraw` withdraws an approval. */
export const REVIEW_DECISIONS = ["approve", "reject", "withdraw"] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** Whether evidence serves a control, as its own or linked, all by number. */
export const serves =
  (number: string) =>
  ({ control, alsoControls }: { control: string; alsoControls: readonly string[] }): boolean =>
    control === number || alsoControls.includes(number);

/** The state of the ingestion. */
export interface IngestionState {
  chunkingStatus: ChunkingStatus;
  /** The number of requested retries. */
  ingestionAttempt: number;
}

/** The attributes that decide whether figures count a piece of evidence. */
export interface Countable extends IngestionState {
  status: EvidenceStatus;
  /** Its reviewer approved it with a reason although its file could not be read. */
  approvedUnread: boolean;
}

/** The file could not be read: also during a retry, which may end like the last attempt. */
export const isUnread = ({ chunkingStatus, ingestionAttempt }: IngestionState): boolean =>
  chunkingStatus === "FAILED" ||
  chunkingStatus === "QUARANTINED" ||
  (chunkingStatus !== "COMPLETED" && ingestionAttempt > 0);

/** Whether figures count it; `COUNTS` is the SQL version. */
export const counts = (evidence: Countable): boolean =>
  (evidence.status === "approved" && evidence.approvedUnread) ||
  ((evidence.status === "approved" || evidence.status === "pending") && !isUnread(evidence));

/** Whether it would count if its file had been read. */
export const lacksReading = (evidence: Countable): boolean =>
  (evidence.status === "approved" || evidence.status === "pending") && !counts(evidence);

/** Whether it needs a review, also because it was approved before it was known to be unreadable. */
export const awaitsReview = (evidence: Countable): boolean =>
  evidence.status === "pending" || lacksReading(evidence);

/** Below this, the quality of evidence is weak. */
export const GOOD_QUALITY = 60;
export const HIGH_QUALITY = 80;

export const QUALITIES = ["high", "good", "weak"] as const;
export type QualityLevel = (typeof QUALITIES)[number];

/** An auditor's decisions in addition to the review. */
export const ACCEPTANCE_DECISIONS = ["accept", "withdraw"] as const;
export type AcceptanceDecision = (typeof ACCEPTANCE_DECISIONS)[number];

interface AcceptanceRefusal {
  reason: "no_acceptance" | "already_accepted" | "only_approved";
  /** For the auditor. */
  message: string;
}

/** Why a decision about acceptance is refused; null if it is allowed. */
export function acceptanceRefusal(
  { status, acceptance }: { status: EvidenceStatus; acceptance?: Acceptance | null },
  decision: AcceptanceDecision,
): AcceptanceRefusal | null {
  if (decision === "withdraw")
    return acceptance === "accepted"
      ? null
      : { reason: "no_acceptance", message: "The evidence has no acceptance to withdraw" };
  if (acceptance === "accepted")
    return { reason: "already_accepted", message: "The evidence is already accepted" };
  const message = `Only approved evidence can be accepted; this one is ${status}`;
  return status === "approved" ? null : { reason: "only_approved", message };
}

interface Reviewed extends Countable {
  uploadedBy: { id: string };
  acceptance?: Acceptance | null;
  expiresAt?: Date | null;
}

interface Reviewing {
  decision: ReviewDecision;
  reviewerId: string;
  /** An auditor may reject what others approved. */
  isAuditor: boolean;
  expiresAt?: Date | null | undefined;
}

function awaitsDecision(evidence: Reviewed, { decision, isAuditor }: Reviewing): boolean {
  if (awaitsReview(evidence)) return true;
  if (evidence.status !== "approved") return false;
  // Auditors must withdraw their own acceptance first.
  const mayReject = isAuditor && evidence.acceptance !== "accepted";
  return decision === "withdraw" || (decision === "reject" && mayReject);
}

interface ReviewRefusal {
  reason: "not_approved" | "not_pending" | "own_upload" | "evidence_expired";
  message: string;
}

/** Why a review is refused, as a code and as a message for the reviewer; null if it is allowed. */
export function reviewRefusal(evidence: Reviewed, review: Reviewing, now: Date): ReviewRefusal | null {
  if (review.decision === "withdraw" && evidence.status !== "approved")
    return {
      reason: "not_approved",
      message: `Only an approval can be withdrawn; this evidence is ${evidence.status}`,
    };
  // Evidence approved before it turned out to be unreadable needs a new decision.
  if (!awaitsDecision(evidence, review))
    return {
      reason: "not_pending",
      message: `Only pending evidence can be reviewed; this one is ${evidence.status}: add a new version instead`,
    };
  if (evidence.uploadedBy.id === review.reviewerId)
    return { reason: "own_upload", message: "You cannot review your own upload: ask someone else" };
  const end = review.expiresAt ?? evidence.expiresAt;
  if (review.decision === "approve" && end && end <= now)
    return { reason: "evidence_expired", message: "The evidence has expired: add a current version" };
  return null;
}

/** Whether a reviewer approved it, even if it has expired since. */
const isAccepted = (status: EvidenceStatus): boolean => status === "approved" || status === "expired";

/** Why the expiry is refused, as a message for a caller who may not review; null if it is allowed. */
export function endRefusal(
  { status, expiresAt }: { status: EvidenceStatus; expiresAt: Date | null },
  wanted: Date | null,
): string | null {
  if (!isAccepted(status) || expiresAt === null) return null;
  if (wanted !== null && wanted <= expiresAt) return null;
  return `It was approved until ${expiresAt.toISOString()} and may only end earlier: add a new version for a reviewer to approve, or ask a manager to change it`;
}

/** Why the controls are refused, as a message for a caller who may not review; null if they are allowed. */
export function controlsRefusal(
  { status, controls }: { status: EvidenceStatus; controls: readonly string[] },
  wanted: readonly string[],
): string | null {
  if (!isAccepted(status) || wanted.every((number) => controls.includes(number))) return null;
  return "It was approved for the controls it serves: ask a manager to add more, or upload it for the others";
}

/** What the file says of its collection and the time it covers. */
type CoveredDates = Pick<EvidenceDates, "collectedAt" | "periodStart" | "periodEnd">;

/** Why the coverage is refused, as a message for a caller who may not review; null if it is allowed. */
export function coverageRefusal(
  { status, collectedAt, periodStart, periodEnd }: { status: EvidenceStatus } & CoveredDates,
  wanted: CoveredDates,
): string | null {
  const isSame =
    wanted.collectedAt === collectedAt &&
    wanted.periodStart === periodStart &&
    wanted.periodEnd === periodEnd;
  if (!isAccepted(status) || isSame) return null;
  return "It was approved with its collection date and period: add a new version for a reviewer to approve, or ask a manager to change them";
}

interface OwnedProject {
  id: string;
  customer?: { id: string } | null;
}

/** Why evidence cannot be copied to another project, as a message; null if it can. */
export function reuseRefusal(
  evidence: { status: EvidenceStatus; chunkingStatus: ChunkingStatus; project: OwnedProject },
  target: OwnedProject,
): string | null {
  if (evidence.project.id === target.id)
    return "The evidence is already in this project: add further controls in also_controls";
  if (isQuarantined(evidence)) return "The file is quarantined and cannot be copied";
  if (evidence.status !== "pending" && evidence.status !== "approved")
    return `Only pending or approved evidence can be reused; this one is ${evidence.status}`;
  if (evidence.project.customer?.id !== target.customer?.id)
    return "The projects belong to different customers: one customer's evidence is never shown to another";
  return null;
}

/** The attributes that decide whether a file can be downloaded. */
export interface DownloadState {
  status: EvidenceStatus;
  chunkingStatus: ChunkingStatus;
  ingestionStep?: IngestionStep | null | undefined;
}

/** Malware was found in the file. Later decisions, such as replacing it, do not change that. */
export const isQuarantined = ({ status, chunkingStatus }: Omit<DownloadState, "ingestionStep">): boolean =>
  status === "quarantined" || chunkingStatus === "QUARANTINED";

export type DownloadRefusal = "quarantined" | "not_scanned";

/**
 * Why the file cannot be downloaded; null if it can. If a scanner is configured, the file must pass it first.
 */
export function withheldBecause(
  evidence: DownloadState,
  { scans }: { scans: boolean },
): DownloadRefusal | null {
  if (isQuarantined(evidence)) return "quarantined";
  // The scan is the first step, and the next one begins only after it has passed.
  const hasPassed = (evidence.ingestionStep ?? "scan") !== "scan";
  return scans && !hasPassed ? "not_scanned" : null;
}

/** Days before the expiry on which reminders are sent. */
export const EXPIRY_REMINDER_DAYS: readonly number[] = [30, 7, 1];

/** One for each expiry that approved evidence ever had: a new one makes the old workflow idle. */
export const expiryWorkflowId = (evidenceId: string, expiresAt: Date): string =>
  `expiry-${evidenceId}-${expiresAt.getTime()}`;

export const CHUNKING_STATUSES = ["PENDING", "PROCESSING", "COMPLETED", "FAILED", "QUARANTINED"] as const;
export type ChunkingStatus = (typeof CHUNKING_STATUSES)[number];

/** Whether the ingestion has no result yet. */
export const isUnfinished = (status: ChunkingStatus): boolean =>
  status === "PENDING" || status === "PROCESSING";

/** The workflow's steps in order; users and the Temporal UI see the current one. */
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

/** The share of the steps that are done, 0 to 1. */
export function ingestionProgress(status: ChunkingStatus, step: IngestionStep | null | undefined): number {
  if (status === "COMPLETED") return 1;
  return step ? INGESTION_STEPS.indexOf(step) / INGESTION_STEPS.length : 0;
}

/** One for each change of the metadata. */
export const refreshWorkflowId = (evidenceId: string, revision: number): string =>
  `refresh-${evidenceId}-${revision}`;

export const ingestionWorkflowId = (evidenceId: string, attempt: number): string =>
  attempt === 0 ? `ingest-${evidenceId}` : `ingest-${evidenceId}-retry-${attempt}`;
