import type { RelatedControl } from "./catalogue.rules.ts";
import type { FrameworkControl } from "./framework.rules.ts";

/** The texts of a control in its framework, and the similar controls of the other one. */
export type ControlText = Pick<FrameworkControl, "summary" | "evidenceHints"> & {
  related?: readonly RelatedControl[];
};

/** By control number. */
export type ControlTexts = ReadonlyMap<string, ControlText>;

/** For a control without texts. */
export const NO_TEXT: ControlText = { summary: "", evidenceHints: [] };
