import { counted } from "../../counted.rules.ts";

const are = (count: number): string => (count === 1 ? "is" : "are");

/** What the assistant says about a project's data. Numbers with decimals and dates are formatted before. */
export const assistant = {
  notFound: "Not found in the evidence of this project.",
  evidenceSays: "The evidence says:",
  notFoundOf: (question: string) => `Not found: ${question}`,
  score: (score: string) => `The compliance score is ${score} of 100.`,
  /** How the score is computed. */
  computed:
    "It is the mean progress of the applicable controls. Approved evidence counts fully and pending evidence half, up to what a control requires.",
  coverage: (controls: { total: number; complete: number; inProgress: number; notStarted: number }) =>
    `Of ${counted(controls.total, "applicable control")}, ${controls.complete} ${are(controls.complete)} complete, ` +
    `${controls.inProgress} in progress and ${controls.notStarted} not started.`,
  counts: (pieces: number) => `${counted(pieces, "piece")} of evidence ${pieces === 1 ? "counts" : "count"}`,
  weak: (pieces: number) => `, ${pieces} of them with a quality below 60.`,
  progress: (percent: string) => `${percent}%`,
  setByHand: "set by hand",
  lowered: (from: string, reason: string) => `, with the required evidence lowered from ${from} (${reason})`,
  approved: (approved: number, required: number) => `${approved} of ${required} required evidence approved`,
  waiting: (pending: number) => `, ${pending} pending review`,
  outOfScope: (control: string) => `${control} does not apply to this project`,
  noControl: (number: string) => `This project has no control ${number}.`,
  noGaps: "Nothing is missing: no applicable control has a gap.",
  gaps: (controls: number) => `${counted(controls, "control")} with gaps. The furthest behind:`,
  noGapOf: (control: string) => `Nothing is missing for ${control}, according to its evidence and findings.`,
  findings: (findings: { active: number; total: number; split: string; overdue: number }) =>
    `${counted(findings.active, "finding")} of ${findings.total} ${are(findings.active)} open or in progress` +
    `${findings.split === "" ? "" : ` (${findings.split})`}, ${findings.overdue} of them overdue.`,
  risk: (score: string, level: string) => `The risk score is ${score} of 100 (${level}).`,
  dueOn: (day: string) => `due ${day}`,
  uploaded: (day: string) => `uploaded ${day}`,
  expired: (day: string) => `expired ${day}`,
  expires: (day: string) => `expires ${day}`,
  controls: (count: number, state: string) => `${counted(count, "control")} ${state}:`,
  noControls: (state: string) => `No control is ${state}.`,
  /** Of controls and findings; their other states are in `labels`. */
  due: "due",
  overdue: "overdue",
  noOwner: "without an owner",
  owner: (control: string, name: string) => `The owner of ${control} is ${name}.`,
  noOwnerOf: (control: string) => `${control} has no owner.`,
  inProject: "in this project",
  forControl: (number: string) => `for ${number}`,
  evidence: (count: number, state: string, where: string) =>
    `${counted(count, "piece")} of evidence ${state === "" ? "" : `${state} `}${where}:`,
  noEvidence: (where: string) => `There is no evidence ${where}.`,
  noEvidenceIn: (where: string, state: string) => `No evidence ${where} is ${state}.`,
  expiresNext: (where: string) => `The evidence that expires next ${where}:`,
  evidenceStates: {
    approved: "approved",
    expired: "expired",
    expiring: "due to expire",
    pending: "pending review",
    quarantined: "under quarantine",
    rejected: "rejected",
  },
  noneOfThem: (properties: readonly string[]) => `None of them is ${properties.join(" or ")}.`,
  those: "Those:",
  mostSevere: "The most severe first:",
  milestones: (ahead: number, missed: number) =>
    `${counted(ahead, "milestone")} ahead${missed === 0 ? "" : `, ${missed} missed`}:`,
  analysis: {
    covers: (evidence: string, about: { percent: string; control: string; quality: number }) =>
      `${evidence} covers at most ${about.percent} of control ${about.control}, with a quality of ${about.quality} of 100.`,
    nothingMissing: "It covers everything that typical evidence shows.",
    missing: (hints: string) => `Missing, compared with typical evidence: ${hints}.`,
    noControl: (evidence: string) => `${evidence} covers no particular control.`,
    best: (evidence: string, control: string, percent: string) =>
      `${evidence} fits ${control} best: it covers ${percent} of that control.`,
    bothMention: (word: string) => `both mention "${word}"`,
  },
  noMilestones: "No milestone is planned, and none was missed.",
};
