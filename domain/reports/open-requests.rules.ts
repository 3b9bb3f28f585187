import { lacksReading } from "../evidence/evidence.rules.ts";
import { isActive } from "../findings/finding.rules.ts";
import type { Person } from "../users/read-visible-people.ts";
import type { AuditData, OpenStatement } from "./audit-record.ts";
import type { ControlData, EvidenceData, FindingData } from "../project-data/project-data.ts";

/** An open action. */
export interface OpenRequest {
  kind:
    | "confirm_change"
    | "confirm_scope"
    | "review_evidence"
    | "replace_unread"
    | "provide_evidence"
    | "resolve_finding";
  /** Null for the whole project. */
  control: string | null;
  /** The evidence or finding concerned. */
  subjectId: string | null;
  what: string;
  reason: string | null;
  askedBy: Person | null;
  since: string | null;
  /** The user who must act, in words. */
  waitsFor: string;
  due: string | null;
}

/** A change by API name, in words. */
const inWords = (change: OpenStatement["change"]): string =>
  Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${name.replaceAll("_", " ")}: ${Array.isArray(value) ? value.join(", ") : value}`,
    )
    .join("; ");

const confirmations = ({ project, record }: AuditData): OpenRequest[] =>
  record.waiting.map(({ control, change, reason, saidBy, saidAt }) => ({
    kind: control === null ? "confirm_scope" : "confirm_change",
    control,
    subjectId: null,
    what: `Confirm or decline: ${inWords(change)}`,
    reason,
    askedBy: saidBy,
    since: saidAt,
    waitsFor: project.status === "in_audit" ? "the auditor" : "a manager, an administrator or the auditor",
    due: null,
  }));

const ofEvidence = (evidence: EvidenceData): OpenRequest[] => {
  const { id, control, title, version, uploadedBy, uploadedAt, ingestionError } = evidence;
  const about = { control, subjectId: id, askedBy: uploadedBy, since: uploadedAt, due: null };
  if (lacksReading(evidence))
    return [
      {
        ...about,
        kind: "replace_unread",
        what: `Replace "${title}" (version ${version}), or approve it with a reason: its file could not be read`,
        reason: ingestionError,
        waitsFor: "its uploader or a reviewer",
      },
    ];
  if (evidence.status !== "pending") return [];
  return [
    {
      ...about,
      kind: "review_evidence",
      what: `Review "${title}" (version ${version})`,
      reason: null,
      waitsFor: "a reviewer other than its uploader",
    },
  ];
};

const missingOf = (control: ControlData): OpenRequest[] => {
  const { number, requiredEvidence, approvedEvidence, pendingEvidence, evidenceHints, owner } = control;
  const missing = requiredEvidence - approvedEvidence - pendingEvidence;
  if (control.notApplicable || control.status === "complete" || missing <= 0) return [];
  const pieces = missing === 1 ? "one more piece" : `${missing} more pieces`;
  const such = evidenceHints.length === 0 ? "" : `, such as ${evidenceHints.join("; ")}`;
  return [
    {
      kind: "provide_evidence",
      control: number,
      subjectId: null,
      what: `Provide ${pieces} of evidence${such}`,
      reason: null,
      askedBy: null,
      since: null,
      waitsFor: owner?.name ?? "the audited party",
      due: null,
    },
  ];
};

const ofFinding = ({ id, control, title, severity, ...finding }: FindingData): OpenRequest[] =>
  isActive(finding.status)
    ? [
        {
          kind: "resolve_finding",
          control,
          subjectId: id,
          what: `Resolve the finding "${title}" (${severity})`,
          reason: null,
          askedBy: finding.raisedBy,
          since: finding.createdAt,
          waitsFor: finding.assignedTo?.name ?? "no one assigned yet",
          due: finding.dueDate,
        },
      ]
    : [];

/** All open actions: those of the project, then those of each control in the framework's order. */
export function openRequests(data: AuditData): OpenRequest[] {
  const requests = [
    ...confirmations(data),
    ...data.controls.flatMap(missingOf),
    ...data.evidence.flatMap(ofEvidence),
    ...data.findings.flatMap(ofFinding),
  ];
  const places = new Map(data.controls.map(({ number, position }) => [number, position]));
  const placeOf = ({ control }: OpenRequest): number => places.get(control ?? "") ?? -1;
  return requests.toSorted((a, b) => placeOf(a) - placeOf(b));
}
