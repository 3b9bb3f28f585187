import type { FindingStatus } from "../findings/finding.rules.ts";
import type { FindingData } from "../project-data/project-data.ts";
import { OSCAL_NAMESPACE, markup, markupLine, origin, properties, type OscalIds } from "./oscal.rules.ts";

/** OSCAL's statuses for unresolved findings. */
const RISK_STATUS: Partial<Record<FindingStatus, string>> = {
  open: "open",
  "in-progress": "remediating",
  accepted: "deviation-approved",
};

/** Whether the problem persists, even if it was accepted. */
export const isRisk = ({ status }: FindingData): boolean => RISK_STATUS[status] !== undefined;

/** The deadline for fixing it, or for reviewing its acceptance. */
const deadlineOf = ({ status, dueDate, acceptedUntil }: FindingData): string | null =>
  status === "accepted" ? acceptedUntil : dueDate;

export function riskOfFinding(finding: FindingData, ids: OscalIds) {
  const deadline = deadlineOf(finding);
  return {
    uuid: ids.risk(finding.id),
    title: markupLine(finding.title, "Finding"),
    description: markup(finding.description, finding.title),
    statement: markup(finding.statusReason ?? "", finding.title),
    props: properties({ "finding-id": finding.id, control: finding.control }),
    status: RISK_STATUS[finding.status]!,
    origins: [origin(ids)],
    characterizations: [
      {
        origin: origin(ids),
        facets: [{ name: "severity", system: OSCAL_NAMESPACE, value: finding.severity.toLowerCase() }],
      },
    ],
    ...(deadline === null ? {} : { deadline }),
    "related-observations": [{ "observation-uuid": ids.discovery(finding.id) }],
  };
}
