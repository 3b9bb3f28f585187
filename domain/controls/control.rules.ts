import { isIdShaped } from "../is-id-shaped.rules.ts";
import { frameworkControlId, readFrameworkControlId } from "../frameworks/framework.rules.ts";

export const CONTROL_STATUSES = ["not_started", "in_progress", "complete"] as const;
export type ControlStatus = (typeof CONTROL_STATUSES)[number];

/** The source of a control's progress: its evidence, or a statement. */
export const PROGRESS_SOURCES = ["evidence", "manual"] as const;
export type ProgressSource = (typeof PROGRESS_SOURCES)[number];

/** A filter for the named control. */
export type NamedControl = { id: string } | { number: string; project?: { framework: string } };

/**
 * A control's name in requests: its id, its number, as in `CC6.1`, or its framework's id, as in `soc2:CC6.1`.
 */
export function controlNamed(name: string): NamedControl {
  if (isIdShaped(name)) return { id: name };
  const known = readFrameworkControlId(name);
  return known === null
    ? { number: name }
    : { number: known.number, project: { framework: known.framework } };
}

/** The controls of a project of a framework, by each of their names. */
export const byName = <C extends { id: string; number: string }>(
  controls: readonly C[],
  framework: string,
): Map<string, C> =>
  new Map(
    controls.flatMap((control) =>
      [control.id, control.number, frameworkControlId(framework, control.number)].map(
        (name) => [name, control] as const,
      ),
    ),
  );

const WHOLE = 100;
/** Pending evidence counts half. */
const PENDING_SHARE = 0.5;
/** The maximum progress until enough evidence is approved. */
const MAX_UNAPPROVED = 99;

export interface EvidenceCounts {
  /** Approved pieces. */
  approved: number;
  /** Pieces pending review. */
  pending: number;
  /** Required pieces, at least 1. */
  required: number;
}

/** 0 to 100. Below 100 until the required number is approved. */
export function derivedProgress({ approved, pending, required }: EvidenceCounts): number {
  const reached = WHOLE * Math.min(1, (approved + PENDING_SHARE * pending) / required);
  return approved < required ? Math.min(reached, MAX_UNAPPROVED) : reached;
}

export function statusOfProgress(progress: number): ControlStatus {
  if (progress >= WHOLE) return "complete";
  return progress > 0 ? "in_progress" : "not_started";
}
