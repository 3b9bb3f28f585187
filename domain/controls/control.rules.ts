import { isIdShaped } from "../is-id-shaped.rules.ts";
import { frameworkControlId, readFrameworkControlId } from "../frameworks/control-id.rules.ts";

export const CONTROL_STATUSES = ["not_started", "in_progress", "complete"] as const;
export type ControlStatus = (typeof CONTROL_STATUSES)[number];

/** Where a control's progress comes from: its evidence, or a person's word. */
export const PROGRESS_SOURCES = ["evidence", "manual"] as const;
export type ProgressSource = (typeof PROGRESS_SOURCES)[number];

/** A filter for the control that is meant. */
export type NamedControl = { id: string } | { number: string; project?: { framework: string } };

/** A project's control as callers name it: by its id, its number, as in `CC6.1`, or its framework's id for it, as in `soc2:CC6.1`. */
export function controlNamed(name: string): NamedControl {
  if (isIdShaped(name)) return { id: name };
  const known = readFrameworkControlId(name);
  return known === null
    ? { number: name }
    : { number: known.number, project: { framework: known.framework } };
}

/** All that a project's control can be named by. */
export const namesOf = ({ id, number }: { id: string; number: string }, framework: string): string[] => [
  id,
  number,
  frameworkControlId(framework, number),
];

const WHOLE = 100;
/** What waits for review counts for half. */
const PENDING_SHARE = 0.5;
/** As far as evidence gets a control that nobody has approved enough of. */
const MOST_UNAPPROVED = 99;

export interface EvidenceCounts {
  /** Pieces that stand approved. */
  approved: number;
  /** Pieces that wait for review. */
  pending: number;
  /** Pieces the control asks for, at least 1. */
  required: number;
}

/** 0 to 100. Below 100 until as many as required are approved. */
export function derivedProgress({ approved, pending, required }: EvidenceCounts): number {
  const reached = WHOLE * Math.min(1, (approved + PENDING_SHARE * pending) / required);
  return approved < required ? Math.min(reached, MOST_UNAPPROVED) : reached;
}

export function statusOfProgress(progress: number): ControlStatus {
  if (progress >= WHOLE) return "complete";
  return progress > 0 ? "in_progress" : "not_started";
}
