import type { TrustCategory } from "./trust-category.rules.ts";

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
  /** In the order of the standard. */
  readonly controls: readonly FrameworkControl[];
}
