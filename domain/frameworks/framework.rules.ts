/** The five categories of a trust services report; each has a compliance score. */
export const TRUST_CATEGORIES = [
  "security",
  "availability",
  "processing_integrity",
  "confidentiality",
  "privacy",
] as const;
export type TrustCategory = (typeof TRUST_CATEGORIES)[number];

/** One requirement of a framework. Titles and summaries are our own words, never the standard's text. */
export interface FrameworkControl {
  /** The standard's own number, unique inside its framework: `CC6.1`, `A.8.24`. */
  readonly number: string;
  readonly title: string;
  /** The group under which users look for it, such as `Control environment` or `People controls`. */
  readonly category: string;
  /** The score that this control counts towards. */
  readonly trustCategory: TrustCategory;
  /** What the control requires, in one or two sentences. */
  readonly summary: string;
  /** Typical evidence, one kind of document each. */
  readonly evidenceHints: readonly string[];
}

/** A catalogue of controls for projects. */
export interface Framework {
  /** The id in requests and projects: `soc2`, `iso27001`. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The edition of the standard that defines the numbers. */
  readonly version: string;
  /** The language of its texts (BCP 47): `en`, `de-CH`; null where a catalogue does not state it. */
  readonly language: string | null;
  /** In the order of the standard. */
  readonly controls: readonly FrameworkControl[];
}

/** A control's id across frameworks, as in `soc2:CC6.1`. No number contains a colon. */
export const frameworkControlId = (framework: string, number: string): string => `${framework}:${number}`;

/** The framework and the number in such an id; null for any other text. */
export function readFrameworkControlId(text: string): { framework: string; number: string } | null {
  const colon = text.lastIndexOf(":");
  return colon < 1 ? null : { framework: text.slice(0, colon), number: text.slice(colon + 1) };
}
