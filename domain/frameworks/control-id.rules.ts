/** A control's id among all frameworks, as in `soc2:CC6.1`. No number has a colon. */
export const frameworkControlId = (framework: string, number: string): string => `${framework}:${number}`;

/** The framework and the number that such an id is made of; null where the text is none. */
export function readFrameworkControlId(text: string): { framework: string; number: string } | null {
  const colon = text.lastIndexOf(":");
  return colon < 1 ? null : { framework: text.slice(0, colon), number: text.slice(colon + 1) };
}
