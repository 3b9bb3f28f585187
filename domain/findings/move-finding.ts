import { conflict, forbidden, invalid } from "../../platform/errors.ts";
import { denialOf } from "../access/denial-of.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { User } from "../users/user.entity.ts";
import { findingAccess } from "./finding.access.ts";
import type { Finding } from "./finding.entity.ts";
import {
  needsReason,
  nextStatuses,
  refusalOfUntil,
  transitionAction,
  type FindingStatus,
} from "./finding.rules.ts";
import { findingReference } from "./raise-finding.ts";

export interface Transition {
  to: FindingStatus;
  reason: string | null;
  /** The end of the acceptance; null for every other change. */
  until: Date | null;
}

/** Changes the status and records it, without access checks. Use it within `withRisk`. */
export function applyTransition(
  ctx: CommandContext | SystemContext,
  finding: Finding,
  { to, reason, until }: Transition,
): void {
  const from = finding.status;
  const by = ctx.actor === null ? null : ctx.em.getReference(User, ctx.actor.id);
  finding.moveTo(to, { by, at: ctx.clock.now(), reason });
  if (until !== null) finding.acceptUntil(until);
  const acceptance = until === null ? null : { number: finding.acceptances, until: until.toISOString() };
  recordEvent(ctx, "finding.status_changed", {
    subject: finding,
    data: { finding: findingReference(finding), from, to, reason, acceptance },
  });
}

function refuseForbidden(ctx: CommandContext, finding: Finding, to: FindingStatus): void {
  const rule = findingAccess[transitionAction(finding.status, to)];
  const cause = denialOf(ctx.actor, rule, finding);
  if (cause === null) return;
  const message = `You may not change this finding from ${finding.status} to ${to}`;
  throw forbidden(message, { cause, details: { reason: "move_not_yours" } });
}

function refuseImpossible(finding: Finding, to: FindingStatus): void {
  const next = nextStatuses(finding.status);
  if (next.includes(to)) return;
  const possible = next.filter((status) => status !== finding.status).join(" or ");
  throw conflict(`The finding is ${finding.status}: from there it can become ${possible}`, {
    reason: "impossible_status",
    next,
  });
}

/** Refuses a change without its required reason or end of acceptance. */
function refuseIncomplete(ctx: CommandContext, { status }: Finding, { to, reason, until }: Transition): void {
  if (reason === null && needsReason(status, to))
    throw invalid({
      field: "reason",
      error: `is required to change the status from ${status} to ${to}`,
      reason: "move_needs_reason",
    });
  if (until === null) return;
  const refusal = refusalOfUntil(until, ctx.clock.now());
  if (refusal !== null) throw invalid({ field: "until", ...refusal });
}

/** A client that lost the answer repeats its request. Another reason or end of an acceptance would be lost. */
const isRepeated = (finding: Finding, { to, reason, until }: Transition): boolean =>
  to === finding.status &&
  reason === (finding.statusReason ?? null) &&
  until?.getTime() === finding.acceptedUntil?.getTime();

/**
 * Changes the status of a finding for the caller, unless that was done. FORBIDDEN, CONFLICT or VALIDATION_ERROR if
 * it is not possible.
 */
export function moveFinding(ctx: CommandContext, finding: Finding, transition: Transition): void {
  if (isRepeated(finding, transition)) return;
  refuseForbidden(ctx, finding, transition.to);
  refuseImpossible(finding, transition.to);
  refuseIncomplete(ctx, finding, transition);
  applyTransition(ctx, finding, transition);
}
