import { safeFileName } from "../evidence/file-name.rules.ts";
import type { EvidenceData } from "../project-data/project-data.ts";
import type { Person } from "../users/read-visible-people.ts";
import type { AuditData, ReportedReview, ReviewedKind } from "./audit-record.ts";
import { entryOf } from "../entry-of.rules.ts";

/** Whether a package contains the file of a piece of evidence. */
export const isPacked = ({ withheld }: Pick<EvidenceData, "withheld">): boolean => !withheld;

/** The path of a file in the package. */
export const packedPath = ({ id, control, fileName }: EvidenceData): string =>
  `evidence/${safeFileName(control)}/${id}-${safeFileName(fileName)}`;

/** All versions of all evidence, by control and upload time. */
export function allVersions({ controls, evidence, record }: AuditData): EvidenceData[] {
  const places = new Map(controls.map(({ number, position }) => [number, position]));
  return [...evidence, ...record.replaced].toSorted(
    (a, b) =>
      entryOf(places, a.control) - entryOf(places, b.control) ||
      (a.uploadedAt < b.uploadedAt ? -1 : a.uploadedAt > b.uploadedAt ? 1 : a.id < b.id ? -1 : 1),
  );
}

/** The last review decision on each piece of evidence, by its id; replaced versions keep their own. */
export function decisionsIn(reviews: readonly ReportedReview[]): Map<string, ReviewedKind> {
  const ofReview = reviews.filter(({ decision }) => !decision.startsWith("accept"));
  return new Map(ofReview.map(({ evidenceId, decision }) => [evidenceId, decision]));
}

/** Everyone whom a package names, by name. */
export function peopleIn(data: AuditData): Person[] {
  const { record, controls, evidence, findings } = data;
  const named = [
    record.customer,
    record.auditor,
    ...controls.map(({ owner }) => owner),
    ...[...evidence, ...record.replaced].flatMap((one) => [one.uploadedBy, one.reviewedBy, one.acceptedBy]),
    ...findings.flatMap(({ raisedBy, assignedTo }) => [raisedBy, assignedTo]),
    ...record.reviews.map(({ by: reviewer }) => reviewer),
    ...record.marks.flatMap(({ saidBy, confirmedBy }) => [saidBy, confirmedBy]),
    ...record.waiting.map(({ saidBy }) => saidBy),
  ];
  const people = new Map(named.flatMap((person) => (person === null ? [] : [[person.id, person] as const])));
  return [...people.values()].toSorted((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1,
  );
}
