import type { PolicyTheme } from "./policy-template.ts";

/** What a line of business changes in every policy. Laws are named as guides: whether one applies is for counsel to say. */
export interface Industry {
  readonly id: string;
  readonly name: string;
  /** Words by which a caller's own name for it is known, in lower case. */
  readonly words: readonly string[];
  /** The information that hurts most when it leaks. */
  readonly data: string;
  /** The systems that must not stand still. */
  readonly systems: string;
  /** Who is told of a breach, and by when. */
  readonly notice: string;
  /** How long records are kept. */
  readonly retention: string;
  /** What else the law or the trade asks for, by the theme of the policy. */
  readonly demands: Readonly<Partial<Record<PolicyTheme, readonly string[]>>>;
}
