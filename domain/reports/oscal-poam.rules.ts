import { describeFinding, discovery } from "./oscal-observations.rules.ts";
import { isRisk, riskOfFinding } from "./oscal-risks.rules.ts";
import { metadata, oscalIds, origin, type IdOfName, type OscalIds } from "./oscal.rules.ts";
import type { ProjectData, FindingData } from "../project-data/project-data.ts";

/** A finding that needs an action or a later decision; its risk has the deadline. */
const itemOf = (finding: FindingData, ids: OscalIds) => ({
  uuid: ids.item(finding.id),
  ...describeFinding(finding, {
    "assigned-to": finding.assignedTo?.name ?? null,
    "due-date": finding.dueDate,
    "accepted-until": finding.acceptedUntil,
  }),
  origins: [origin(ids)],
  "related-observations": [{ "observation-uuid": ids.discovery(finding.id) }],
  "related-risks": [{ "risk-uuid": ids.risk(finding.id) }],
});

/**
 * The unfinished findings as an OSCAL plan of action and milestones; null if there are none, because it must
 * have items.
 */
export function planOfAction(data: ProjectData, idOf: IdOfName) {
  const findings = data.findings.filter(isRisk);
  if (findings.length === 0) return null;
  const ids = oscalIds(idOf);
  return {
    "plan-of-action-and-milestones": {
      uuid: ids.document("plan-of-action-and-milestones", data.project.id),
      metadata: metadata(data, "plan of action and milestones", ids),
      "system-id": { "identifier-type": "http://ietf.org/rfc/rfc4122", id: data.project.id },
      observations: findings.map((finding) => discovery(finding, ids)),
      risks: findings.map((finding) => riskOfFinding(finding, ids)),
      "poam-items": findings.map((finding) => itemOf(finding, ids)),
    },
  };
}
