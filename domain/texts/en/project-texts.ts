import { counted } from "../../counted.rules.ts";

const are = (count: number): string => (count === 1 ? "is" : "are");

/** The assistant's texts about a whole project. Numbers with decimals are formatted before. */
export const projectTexts = {
  titles: {
    audit_narrative: "Audit narrative",
    gap_analysis: "Gap analysis",
    remediation_plan: "Remediation plan",
    summary: "Summary",
  },
  framework: (project: string, framework: string) => `${project} is assessed against ${framework}.`,
  frameworkIn: (project: string, framework: string, from: string, to: string) =>
    `${project} is assessed against ${framework} for ${from} to ${to}.`,
  score: (score: string) => `Its compliance score is ${score} of 100.`,
  risk: (level: string, score: string, open: number) =>
    `The risk is ${level} (${score} of 100, from ${counted(open, "open finding")}).`,
  complete: (controls: number, complete: number) =>
    `Of ${counted(controls, "control")}, ${complete} ${are(complete)} complete.`,
  noneApproved: "No evidence is approved yet.",
  approved: (titles: string) => `Approved evidence: ${titles}.`,
  andMore: (count: number) => ` and ${count} more`,
  approvedUnread: "approved unread",
  further: (steps: number) =>
    `${counted(steps, "further step")} ${steps === 1 ? "follows" : "follow"} in the gap list.`,
  nothingMissing: "Nothing is missing.",
  everyComplete: "Every applicable control is complete.",
  behind: "Furthest behind:",
  byCategory: "By category:",
  worth: (points: string) => `Worth up to ${points} points of the score.`,
  policyFor: (control: string) => `Draft a policy for ${control}`,
  policyDraft: "A draft to start from if there is no policy yet. It counts once it is approved and uploaded.",
  steps: {
    no_evidence: (control: string) => `Upload evidence for ${control}`,
    evidence_pending: (control: string) => `Have the evidence reviewed for ${control}`,
    evidence_expired: (control: string) => `Renew the evidence for ${control}`,
    evidence_unread: (control: string) => `Replace the unreadable evidence for ${control}`,
    low_quality: (control: string) => `Improve the evidence for ${control}`,
    open_findings: (control: string) => `Resolve the findings on ${control}`,
  },
};
