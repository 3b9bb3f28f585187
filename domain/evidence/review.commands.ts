import { findLocked } from "../../platform/database/lock-row.ts";
import { AppError, conflict, invalid, notFound } from "../../platform/errors.ts";
import { decide } from "../access/decide.ts";
import { daysLeft } from "../days.rules.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { recountControls } from "../controls/control.commands.ts";
import type { EventKind } from "../events/event-kinds.ts";
import { recordEvent } from "../events/record-event.ts";
import { User } from "../users/user.entity.ts";
import { Evidence } from "./evidence.entity.ts";
import { loadOfProject } from "./evidence.queries.ts";
import { evidenceReference, expiryReference, recordExpiry } from "./evidence.events.ts";
import { RejectedFile } from "./rejected-file.entity.ts";
import { lockEvidence, lockSeveral } from "./lock-evidence.ts";
import {
  acceptanceRefusal,
  isUnread,
  reviewRefusal,
  type Acceptance,
  type AcceptanceDecision,
  type ReviewDecision,
} from "./evidence.rules.ts";
import { evidenceAccess } from "./evidence.access.ts";

export interface Review {
  decision: ReviewDecision;
  note: string;
  /** When the approval expires; by default the expiry of the evidence. */
  expiresAt?: Date | undefined;
}

/** An auditor's review also sets the acceptance. */
const ACCEPTANCE_AFTER: Record<ReviewDecision, Acceptance | null> = {
  approve: "accepted",
  reject: "rejected",
  withdraw: null,
};

const EVENT_OF = {
  approve: "evidence.approved",
  reject: "evidence.rejected",
  withdraw: "evidence.approval_withdrawn",
} as const satisfies Record<ReviewDecision, EventKind>;

/** The same bytes are recognised from now on, whatever happens to the evidence. */
async function recordRejected(
  { em, clock }: CommandContext,
  evidence: Evidence,
  note: string,
): Promise<void> {
  const { id: evidenceId, project, sha256, title } = evidence;
  const row = { project: project.id, sha256, evidenceId, title, note, rejectedAt: clock.now() };
  await em.upsert(RejectedFile, row);
}

interface ReviewInput {
  evidence: Evidence;
  review: Review;
}

/** A review of locked evidence without the update of figures. Refusals happen before anything changes. */
async function decideOn(ctx: CommandContext, { evidence, review }: ReviewInput): Promise<void> {
  const { em, actor, clock } = ctx;
  const isAuditor = decide(actor, evidenceAccess["evidence.accept"], evidence).allowed;
  const reviewing = { ...review, reviewerId: actor.id, isAuditor };
  const refusal = reviewRefusal(evidence, reviewing, clock.now());
  if (refusal !== null) throw conflict(refusal.message, { reason: refusal.reason, status: evidence.status });
  if (review.decision === "approve" && review.note === "" && isUnread(evidence))
    throw invalid({
      field: "note",
      error: "is required to approve evidence whose file could not be read",
      reason: "required_for_unread",
    });
  if (review.expiresAt !== undefined) evidence.setExpiry(review.expiresAt);
  const by = em.getReference(User, actor.id);
  evidence.review(review.decision, { by, at: clock.now(), note: review.note });
  if (review.decision === "reject") await recordRejected(ctx, evidence, review.note);
  if (isAuditor)
    evidence.accept(ACCEPTANCE_AFTER[review.decision], { by, at: clock.now(), note: review.note });
  recordEvent(ctx, EVENT_OF[review.decision], {
    subject: evidence,
    data: {
      evidence: {
        ...expiryReference(evidence),
        reviewed_by: actor.id,
        note: review.note,
        approved_unread: evidence.approvedUnread,
      },
    },
  });
}

/**
 * Approves or rejects pending evidence, or withdraws an approval; never by its uploader. An auditor may also
 * reject approved evidence.
 */
export async function reviewEvidence(ctx: CommandContext, input: ReviewInput): Promise<Evidence> {
  await lockEvidence(ctx, input.evidence);
  await decideOn(ctx, input);
  await recountControls(ctx, input.evidence.project.id, [input.evidence]);
  return input.evidence;
}

/** The result of one of several reviews. */
export interface ReviewResult {
  evidenceId: string;
  /** Its current state; null if the project has no such evidence. */
  evidence: Evidence | null;
  /** Why it was not reviewed; null if it was. */
  refusal: AppError | null;
}

/** The refusal with which the work ended; null if it did not. */
async function refusalOf(work: () => Promise<unknown>): Promise<AppError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error;
    throw error;
  }
}

/**
 * Reviews several pieces of evidence of a project, each independently: one that someone else has reviewed in
 * the meantime does not affect the others.
 */
export async function reviewMany(
  ctx: CommandContext,
  projectId: string,
  reviews: readonly (Review & { evidenceId: string })[],
): Promise<ReviewResult[]> {
  const ids = reviews.map(({ evidenceId }) => evidenceId);
  const found = await loadOfProject(ctx, projectId, ids);
  let kept: ReadonlySet<string> = new Set();
  const closed = await refusalOf(async () => {
    kept = await lockSeveral(ctx, { id: projectId }, [...found.values()]);
  });
  const results: ReviewResult[] = [];
  for (const { evidenceId, ...review } of reviews) {
    const evidence = found.get(evidenceId) ?? null;
    const refusal = await refusalOf(async () => {
      if (evidence !== null && closed !== null) throw closed;
      if (evidence === null || !kept.has(evidenceId)) throw notFound("Evidence");
      await decideOn(ctx, { evidence, review });
    });
    results.push({ evidenceId, evidence, refusal });
  }
  const reviewed = results.flatMap(({ evidence, refusal }) =>
    evidence === null || refusal !== null ? [] : [evidence],
  );
  if (reviewed.length > 0) await recountControls(ctx, projectId, reviewed);
  return results;
}

export interface AcceptanceInput {
  evidence: Evidence;
  decision: AcceptanceDecision;
  note: string;
}

/** Records or withdraws the auditor's acceptance of approved evidence; figures do not change. */
export async function acceptEvidence(
  ctx: CommandContext,
  { evidence, decision, note }: AcceptanceInput,
): Promise<Evidence> {
  const { em, actor, clock } = ctx;
  await lockEvidence(ctx, evidence);
  const refusal = acceptanceRefusal(evidence, decision);
  if (refusal !== null) throw conflict(refusal.message, { reason: refusal.reason });
  const by = em.getReference(User, actor.id);
  evidence.accept(decision === "accept" ? "accepted" : null, { by, at: clock.now(), note });
  recordEvent(ctx, decision === "accept" ? "evidence.accepted" : "evidence.acceptance_withdrawn", {
    subject: evidence,
    data: { evidence: { ...evidenceReference(evidence), accepted_by: actor.id, note } },
  });
  return evidence;
}

/** The evidence if it is still approved until exactly then; otherwise null. */
async function findWatched(ctx: SystemContext, id: string, expiresAt: Date): Promise<Evidence | null> {
  const evidence = await findLocked(ctx.em, Evidence, { id });
  const isWatched = evidence?.stands() && evidence.expiresAt?.getTime() === expiresAt.getTime();
  return isWatched ? evidence : null;
}

/** Records that approved evidence is about to expire. Returns whether a later expiry is still pending. */
export async function remindOfExpiry(
  ctx: SystemContext,
  { evidenceId, expiresAt, days }: { evidenceId: string; expiresAt: Date; days: number },
): Promise<boolean> {
  const evidence = await findWatched(ctx, evidenceId, expiresAt);
  if (evidence === null) return false;
  if ((evidence.remindedDays ?? Infinity) <= days) return true;
  evidence.remindedDays = days;
  recordEvent(ctx, "evidence.expiring", {
    subject: evidence,
    data: {
      evidence: expiryReference(evidence),
      days_left: daysLeft(Math.round(days), expiresAt, ctx.clock.now()),
    },
  });
  return true;
}

/** Expires approved evidence on its date, and updates the figures of its controls. */
export async function expireEvidence(
  ctx: SystemContext,
  { evidenceId, expiresAt }: { evidenceId: string; expiresAt: Date },
): Promise<boolean> {
  const evidence = await findWatched(ctx, evidenceId, expiresAt);
  if (evidence === null) return false;
  evidence.expire();
  recordExpiry(ctx, "evidence.expired", evidence);
  await recountControls(ctx, evidence.project.id, [evidence]);
  return true;
}
