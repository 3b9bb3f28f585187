import { needsReason, type FindingStatus } from "../../../../domain/findings/finding.rules.ts";

/** Whether a form asks for words before the change of status: how it was resolved is worth knowing, too. */
export const mustExplain = (from: FindingStatus, to: FindingStatus): boolean =>
  needsReason(from, to) || to === "resolved";
