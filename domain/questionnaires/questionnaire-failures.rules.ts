import { keysOf } from "../keys-of.rules.ts";

/** Why a questionnaire could not be answered; users see nothing else. */
const SENTENCES = {
  search_away: "The search did not answer: retry later",
  requester_without_access: "The requester can no longer see the project: someone else can retry",
  requester_inactive: "The requester is no longer active: someone else can retry",
} as const;
export type QuestionnaireReason = keyof typeof SENTENCES;

export const QUESTIONNAIRE_REASONS = keysOf(SENTENCES);

export const questionnaireSentence = (reason: QuestionnaireReason): string => SENTENCES[reason];

/** The reason that a stored sentence is for; null for one of another version. */
export const questionnaireReason = (sentence: string | null): QuestionnaireReason | null =>
  QUESTIONNAIRE_REASONS.find((reason) => SENTENCES[reason] === sentence) ?? null;
