import type { Texts } from "../texts/en.ts";
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

type Words = Texts["reports"]["applicability"];

function implementationOf({ notApplicable, status, progressSource }: ControlData, words: Words): string {
  if (notApplicable) return words.excluded;
  return progressSource === "manual" ? words.byHand(words[status]) : words[status];
}

/** Every control of Annex A, whether it applies and why; null for a project of another framework. */
export function statementOfApplicability(
  { project, controls, record }: AuditData,
  { reports: { applicability: words } }: Texts,
): ApplicabilityLine[] | null {
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
      justification: notApplicable ? (justification ?? reason ?? words.unjustified) : words.applies,
      saidBy,
      saidAt,
      confirmedBy,
      confirmedAt,
      implementation: implementationOf(control, words),
      approvedEvidence,
      owner,
    };
  });
}
