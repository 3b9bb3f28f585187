import type { Gap, GapReason } from "../compliance/gaps.rules.ts";
import type { ScoredControl } from "../compliance/score.rules.ts";
import type { Texts } from "../texts/en.ts";

export const SUGGESTION_TYPES = [
  "evidence_upload",
  "evidence_review",
  "evidence_renewal",
  "evidence_improvement",
  "finding_resolution",
  "policy_generation",
  "gap_analysis",
] as const;
export type SuggestionType = (typeof SUGGESTION_TYPES)[number];

export interface QuestionSuggestion {
  type: SuggestionType;
  title: string;
  description: string;
  /** The number of its control. */
  control: string | null;
  /** Points that it can add to the overall score. */
  points: number;
}

const TYPE_OF: Record<GapReason, SuggestionType> = {
  no_evidence: "evidence_upload",
  evidence_pending: "evidence_review",
  evidence_expired: "evidence_renewal",
  evidence_unread: "evidence_improvement",
  low_quality: "evidence_improvement",
  open_findings: "finding_resolution",
};
/** Points that the text rounds to 0.0 are not worth naming. */
const effectOf = (points: number, { projectTexts, formats }: Texts): string =>
  points < 0.05 ? "" : ` ${projectTexts.worth(formats.tenths(points))}`;

function suggestionFor(gap: Gap<ScoredControl>, applicable: number, texts: Texts): QuestionSuggestion {
  const { control, reasons, suggestedAction } = gap;
  const [reason] = reasons;
  const points = (100 - control.progress) / applicable;
  const action = texts.chats.gaps.action(reason, suggestedAction);
  return {
    type: TYPE_OF[reason],
    title: texts.projectTexts.steps[reason](control.number),
    description: `${control.title}: ${action}.${effectOf(points, texts)}`,
    control: control.number,
    points,
  };
}

/** The next steps in a project: those that raise the score most first, then the worst gaps. */
export function suggestionsOf(
  gaps: readonly Gap<ScoredControl>[],
  controls: readonly { notApplicable: boolean }[],
  texts: Texts,
): QuestionSuggestion[] {
  const applicable = controls.filter(({ notApplicable }) => !notApplicable).length;
  return gaps.map((gap) => suggestionFor(gap, applicable, texts)).toSorted((a, b) => b.points - a.points);
}

/** The suggestions in a chat: about the control under discussion, otherwise about the project. */
export function offersFor(
  suggestions: readonly QuestionSuggestion[],
  control: string | null,
  { projectTexts }: Texts,
): QuestionSuggestion[] {
  if (control === null) return suggestions.slice(0, 3);
  const about = suggestions.filter((suggestion) => suggestion.control === control);
  const upload = about.find(({ type }) => type === "evidence_upload");
  if (upload === undefined) return about.slice(0, 3);
  const policy: QuestionSuggestion = {
    type: "policy_generation",
    title: projectTexts.policyFor(control),
    description: projectTexts.policyDraft,
    control,
    points: upload.points,
  };
  return [...about, policy].slice(0, 3);
}
