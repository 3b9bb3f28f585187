import { lacksReading } from "../evidence/evidence.rules.ts";
import { shownScore } from "../compliance/shown-score.rules.ts";
import { isActive } from "../findings/finding.rules.ts";
import { capital } from "../texts/capital.rules.ts";
import type { Texts } from "../texts/en.ts";
import { inSentence } from "../texts/in-sentence.rules.ts";
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
  /** The user who must act, in words of the report's language. */
  waitsFor: string;
  due: string | null;
}

/** The new value of a part of a change. */
function valueInWords({ labels, reports, formats }: Texts, name: string, value: unknown): string {
  if (name === "progress" && typeof value === "number") return formats.percent(shownScore(value));
  if (typeof value === "boolean") return value ? reports.yes : reports.no;
  return Array.isArray(value)
    ? value.map((category: string) => inSentence(labels.category, category)).join(", ")
    : String(value);
}

/** A change by API name, in words. */
const inWords = (texts: Texts, change: OpenStatement["change"]): string =>
  Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${inSentence(texts.labels.change, name)}: ${valueInWords(texts, name, value)}`)
    .join("; ");

const confirmations = ({ project, record }: AuditData, texts: Texts): OpenRequest[] =>
  record.waiting.map(({ control, change, reason, saidBy, saidAt }) => ({
    kind: control === null ? "confirm_scope" : "confirm_change",
    control,
    subjectId: null,
    what: texts.reports.requests.confirm(inWords(texts, change)),
    reason,
    askedBy: saidBy,
    since: saidAt,
    waitsFor:
      project.status === "in_audit" ? texts.reports.requests.auditor : texts.reports.requests.reviewers,
    due: null,
  }));

const ofEvidence = (evidence: EvidenceData, { reports: { requests } }: Texts): OpenRequest[] => {
  const { id, control, title, version, uploadedBy, uploadedAt, ingestionError } = evidence;
  const about = { control, subjectId: id, askedBy: uploadedBy, since: uploadedAt, due: null };
  if (lacksReading(evidence))
    return [
      {
        ...about,
        kind: "replace_unread",
        what: requests.replaceUnread(title, version),
        reason: ingestionError,
        waitsFor: requests.uploaderOrReviewer,
      },
    ];
  if (evidence.status !== "pending") return [];
  return [
    {
      ...about,
      kind: "review_evidence",
      what: requests.review(title, version),
      reason: null,
      waitsFor: requests.reviewer,
    },
  ];
};

const missingOf = (control: ControlData, { reports: { requests } }: Texts): OpenRequest[] => {
  const { number, requiredEvidence, approvedEvidence, pendingEvidence, evidenceHints, owner, dueDate } =
    control;
  const missing = requiredEvidence - approvedEvidence - pendingEvidence;
  if (control.notApplicable || control.status === "complete" || missing <= 0) return [];
  return [
    {
      kind: "provide_evidence",
      control: number,
      subjectId: null,
      what: requests.provide(missing, evidenceHints.join("; ")),
      reason: null,
      askedBy: null,
      since: null,
      waitsFor: owner?.name ?? requests.customer,
      due: dueDate,
    },
  ];
};

const ofFinding = (
  { id, control, title, severity, ...finding }: FindingData,
  { reports: { requests }, labels }: Texts,
): OpenRequest[] =>
  isActive(finding.status)
    ? [
        {
          kind: "resolve_finding",
          control,
          subjectId: id,
          what: requests.resolve(title, capital(labels.severity[severity])),
          reason: null,
          askedBy: finding.raisedBy,
          since: finding.createdAt,
          waitsFor: finding.assignedTo?.name ?? requests.unassigned,
          due: finding.dueDate,
        },
      ]
    : [];

/** All open actions: those of the project, then those of each control in the framework's order. */
export function openRequests(data: AuditData, texts: Texts): OpenRequest[] {
  const requests = [
    ...confirmations(data, texts),
    ...data.controls.flatMap((control) => missingOf(control, texts)),
    ...data.evidence.flatMap((evidence) => ofEvidence(evidence, texts)),
    ...data.findings.flatMap((finding) => ofFinding(finding, texts)),
  ];
  const places = new Map(data.controls.map(({ number, position }) => [number, position]));
  const placeOf = ({ control }: OpenRequest): number => places.get(control ?? "") ?? -1;
  return requests.toSorted((a, b) => placeOf(a) - placeOf(b));
}
