/** Of placeholders as high as five rows of evidence. */
export const LINES = 15;
