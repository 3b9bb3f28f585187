import type { FrameworkControl } from "./framework.ts";

/** The texts of a control in its framework. */
export type ControlText = Pick<FrameworkControl, "summary" | "evidenceHints">;

/** By control number. */
export type ControlTexts = ReadonlyMap<string, ControlText>;

/** For a control without texts. */
export const NO_TEXT: ControlText = { summary: "", evidenceHints: [] };
