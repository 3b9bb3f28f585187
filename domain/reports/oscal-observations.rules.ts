import type { EvidenceData, FindingData } from "../project-data/project-data.ts";
import { list, markup, markupLine, moment, origin, properties, type OscalIds } from "./oscal.rules.ts";

/** Quarantined and unscanned files are listed without a link. */
const isHandedOut = ({ withheld }: EvidenceData): boolean => !withheld;

/** A piece of evidence as an observation: someone examined a file. */
export const evidenceObservation = (evidence: EvidenceData, ids: OscalIds) => ({
  uuid: ids.evidence(evidence.id),
  title: markupLine(evidence.title, evidence.fileName),
  description: markup(evidence.description, evidence.title),
  props: properties({
    "evidence-id": evidence.id,
    control: evidence.control,
    status: evidence.status,
    version: evidence.version,
    "quality-score": evidence.qualityScore,
    "uploaded-by": evidence.uploadedBy?.name ?? null,
    "reviewed-by": evidence.reviewedBy?.name ?? null,
    "reviewed-at": evidence.reviewedAt,
    "review-note": evidence.reviewNote,
    acceptance: evidence.acceptance,
    "accepted-by": evidence.acceptedBy?.name ?? null,
    ...(evidence.approvedUnread ? { "approved-unread": "yes" } : {}),
  }),
  methods: ["EXAMINE"],
  types: ["control-objective"],
  origins: [origin(ids)],
  ...list(
    "relevant-evidence",
    isHandedOut(evidence)
      ? [{ href: `#${ids.file(evidence.id)}`, description: markup(evidence.fileName, "File") }]
      : [],
  ),
  collected: moment(evidence.collectedAt ?? evidence.uploadedAt),
  ...(evidence.expiresAt === null ? {} : { expires: evidence.expiresAt }),
});

/** The location and hash of an evidence file. */
const evidenceResource = (evidence: EvidenceData, ids: OscalIds) => ({
  uuid: ids.file(evidence.id),
  title: markupLine(evidence.fileName, "File"),
  rlinks: [
    {
      href: `/api/v1/evidence/${evidence.id}/file`,
      "media-type": evidence.contentType,
      hashes: [{ algorithm: "SHA-256", value: evidence.sha256 }],
    },
  ],
});

export const evidenceResources = (evidence: readonly EvidenceData[], ids: OscalIds) =>
  evidence.filter(isHandedOut).map((one) => evidenceResource(one, ids));

/** What an observation and a task say about a finding, with further properties. */
export const describeFinding = (finding: FindingData, more: Parameters<typeof properties>[0]) => ({
  title: markupLine(finding.title, "Finding"),
  description: markup(finding.description, finding.title),
  props: properties({
    "finding-id": finding.id,
    control: finding.control,
    severity: finding.severity,
    status: finding.status,
    ...more,
  }),
});

/** The creation of a finding. */
export const discovery = (finding: FindingData, ids: OscalIds) => ({
  uuid: ids.discovery(finding.id),
  ...describeFinding(finding, {
    category: finding.category,
    integration: finding.integration,
    "source-id": finding.sourceId,
    "raised-by": finding.raisedBy?.name ?? null,
  }),
  methods: ["UNKNOWN"],
  types: ["finding"],
  origins: [origin(ids)],
  collected: finding.createdAt,
});
