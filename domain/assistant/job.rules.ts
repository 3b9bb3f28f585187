import type { AnswerMode, Citation } from "./answer.rules.ts";
import type { QuestionSuggestion } from "./suggestions.rules.ts";

const ANALYSIS_KINDS = ["evidence", "gap_analysis", "control_suggestion"] as const;
const TEXT_KINDS = ["audit_narrative", "remediation_plan", "summary", "questionnaire_answer"] as const;
export const JOB_KINDS = [...ANALYSIS_KINDS, ...TEXT_KINDS] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Jobs about a whole project, which take time: a workflow runs these. */
export const PROJECT_KINDS = ["gap_analysis", "audit_narrative", "remediation_plan", "summary"] as const;
export type ProjectKind = (typeof PROJECT_KINDS)[number];
export const isProjectKind = (kind: string): kind is ProjectKind => PROJECT_KINDS.some((one) => one === kind);

export const JOB_STATUSES = ["queued", "working", "completed", "failed"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const jobWorkflowId = (jobId: string): string => `assistant-job-${jobId}`;

/** A control that a piece of evidence may support. */
export interface ControlMatch {
  number: string;
  title: string;
  /** 0 to 1: the share of the control's topic that the evidence covers. */
  score: number;
  reasons: string[];
}

/** The result of a job; parts that do not apply to its kind are empty. */
export interface JobResult {
  /** `rules`: built from figures and templates. */
  mode: AnswerMode | "rules";
  text: string;
  /** The sources of the text or, for evidence, what it shows. */
  citations: Citation[];
  /** The requirements of the control that the evidence does not show. */
  missing: string[];
  /** 0 to 1: the confidence that the evidence proves its control. */
  confidence: number | null;
  controls: ControlMatch[];
  steps: QuestionSuggestion[];
}

export const resultOf = (part: Partial<JobResult> & Pick<JobResult, "text">): JobResult => ({
  mode: "rules",
  citations: [],
  missing: [],
  confidence: null,
  controls: [],
  steps: [],
  ...part,
});
