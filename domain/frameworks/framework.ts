import type { TrustCategory } from "./trust-category.rules.ts";

/** One requirement of a framework. Titles and summaries are our own words, never the standard's text. */
export interface FrameworkControl {
  /** The standard's own number, unique inside its framework: `CC6.1`, `A.8.24`. */
  readonly number: string;
  readonly title: string;
  /** The group a person would look under, such as `Control environment` or `People controls`. */
  readonly category: string;
  /** The score this control counts towards. */
  readonly trustCategory: TrustCategory;
  /** What the control asks for, in one or two sentences. */
  readonly summary: string;
  /** What typical evidence looks like, one kind of document each. */
  readonly evidenceHints: readonly string[];
}

/** A catalogue of controls a project can be run against. */
export interface Framework {
  /** The id callers send and projects store: `soc2`, `iso27001`. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The edition of the standard the numbers belong to. */
  readonly version: string;
  /** In the order of the standard. */
  readonly controls: readonly FrameworkControl[];
}
