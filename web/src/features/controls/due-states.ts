/** What the due date of a control that is not complete says today. */
export const DUE_STATES = ["overdue", "soon"] as const;
export type DueState = (typeof DUE_STATES)[number];
