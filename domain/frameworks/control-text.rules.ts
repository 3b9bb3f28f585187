import type { FrameworkControl } from "./framework.ts";

/** What a framework says of one of its controls. */
export type ControlText = Pick<FrameworkControl, "summary" | "evidenceHints">;

/** By the controls' numbers. */
export type ControlTexts = ReadonlyMap<string, ControlText>;

/** Of a control that its framework does not tell of. */
export const NO_TEXT: ControlText = { summary: "", evidenceHints: [] };
