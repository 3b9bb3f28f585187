import type { Person } from "../users/read-visible-people.ts";
import type { AuditData } from "./audit-record.ts";
import type { ControlData } from "../project-data/project-data.ts";

/** ISO/IEC 27001, 6.1.3 d, requires one; other frameworks do not. */
const FRAMEWORK = "iso27001";

export interface ApplicabilityLine {
  number: string;
  title: string;
  category: string;
  applies: boolean;
  justification: string;
  /** The author of an exclusion; null if the control is applicable, or for exclusions without an author. */
  saidBy: Person | null;
  saidAt: string | null;
  confirmedBy: Person | null;
  confirmedAt: string | null;
  implementation: string;
  approvedEvidence: number;
  owner: Person | null;
}

const IMPLEMENTATION: Record<ControlData["status"], string> = {
  complete: "Implemented",
  in_progress: "In part",
  not_started: "Not yet",
};

function implementationOf({ notApplicable, status, progressSource }: ControlData): string {
  if (notApplicable) return "Excluded";
  return `${IMPLEMENTATION[status]}${progressSource === "manual" ? ", set by hand" : ""}`;
}

/** The justification of an applicable control. */
const APPLIES = "Part of Annex A, and not excluded";
const UNJUSTIFIED = "No justification was given";

/** Every control of Annex A, whether it applies and why; null for a project of another framework. */
export function statementOfApplicability({
  project,
  controls,
  record,
}: AuditData): ApplicabilityLine[] | null {
  if (project.framework !== FRAMEWORK) return null;
  const exclusions = new Map(
    record.marks.filter(({ kind }) => kind === "not_applicable").map((mark) => [mark.control, mark]),
  );
  return controls.map((control) => {
    const { number, title, category, notApplicable, justification, approvedEvidence, owner } = control;
    const {
      saidBy = null,
      saidAt = null,
      confirmedBy = null,
      confirmedAt = null,
      reason,
    } = exclusions.get(number) ?? {};
    return {
      number,
      title,
      category,
      applies: !notApplicable,
      justification: notApplicable ? (justification ?? reason ?? UNJUSTIFIED) : APPLIES,
      saidBy,
      saidAt,
      confirmedBy,
      confirmedAt,
      implementation: implementationOf(control),
      approvedEvidence,
      owner,
    };
  });
}
