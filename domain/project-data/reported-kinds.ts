import { evidenceEvents } from "../evidence/evidence.events.ts";
import { findingEvents } from "../findings/finding.events.ts";
import { projectEvents } from "../projects/project.events.ts";
import type { EventKind } from "../events/event-catalogue.ts";

/** The event families that reports reflect. */
const REPORTED_FAMILIES = ["project", "control", "evidence", "finding", "score"];

/** Events that change no reported row, or concern people who are in no report. */
const UNREPORTED: readonly EventKind[] = [
  "project.member_added",
  "project.member_removed",
  "finding.commented",
];

const KINDS = Object.keys({ ...projectEvents, ...evidenceEvents, ...findingEvents }) as EventKind[];

/** The events after which a project's reports differ. */
export const REPORTED_KINDS: readonly EventKind[] = KINDS.filter(
  (kind) => REPORTED_FAMILIES.includes(kind.split(".")[0]!) && !UNREPORTED.includes(kind),
);
