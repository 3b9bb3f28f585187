/** What a question asks of the project's figures rather than of its documents. */
export type Asked = { kind: "score" } | { kind: "gaps"; control: string | null } | { kind: "findings" };

const CONTROL = /\b(?:CC|PI|A|C|P)\.?\d{1,2}\.\d{1,2}\b/i;

const SCORE = [
  /\b(?:our|the|my|this project'?s?|overall|current|compliance|project) (?:compliance )?score\b/i,
  /\bhow (?:compliant|far along|complete) (?:are|is) (?:we|this|the|our)\b/i,
  /\bhow far (?:are|is) (?:we|the project|this project)\b/i,
];
const GAPS = [
  /\b(?:what|which|where)\b.*\b(?:gaps?|missing|lack(?:s|ing)?)\b/i,
  /\bwhat (?:should|do) (?:we|i) (?:need to )?do (?:next|first)\b/i,
  /\bwhat (?:is|are) (?:our|the) (?:biggest |worst |critical )?gaps?\b/i,
  /\bwhich controls? (?:are|is|have|has) (?:no|not|in)\b/i,
];
const FINDINGS = [
  /\b(?:open|active|unresolved|overdue|critical|high|our|any) findings\b/i,
  /\bhow many findings\b/i,
  /\b(?:risk (?:score|level)|our risk)\b/i,
];

const asks = (patterns: readonly RegExp[], question: string): boolean =>
  patterns.some((pattern) => pattern.test(question));

/** The number of a control that the text names, as in CC6.1; null when it names none. */
export const controlIn = (text: string): string | null => CONTROL.exec(text)?.[0].toUpperCase() ?? null;

/** Whether figures answer the question; null when documents have to. */
export function askedOfFigures(question: string): Asked | null {
  if (asks(SCORE, question)) return { kind: "score" };
  if (asks(FINDINGS, question)) return { kind: "findings" };
  if (asks(GAPS, question)) return { kind: "gaps", control: controlIn(question) };
  return null;
}
