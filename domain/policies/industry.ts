import type { PolicyTheme } from "./policy-template.ts";

/**
 * The texts of an industry for every policy. Laws are named for orientation: whether one applies is for
 * counsel to decide.
 */
export interface Industry {
  readonly id: string;
  readonly name: string;
  /** Words that identify it in a caller's text, in lower case. */
  readonly words: readonly string[];
  /** The information that is most sensitive. */
  readonly data: string;
  /** The systems that must stay available. */
  readonly systems: string;
  /** Who must be notified of a breach, and by when. */
  readonly notice: string;
  /** How long records are kept. */
  readonly retention: string;
  /** Further requirements of law or industry, by the theme of the policy. */
  readonly demands: Readonly<Partial<Record<PolicyTheme, readonly string[]>>>;
}
