/** A control's id across frameworks, as in `soc2:CC6.1`. No number contains a colon. */
export const frameworkControlId = (framework: string, number: string): string => `${framework}:${number}`;

/** The framework and the number in such an id; null for any other text. */
export function readFrameworkControlId(text: string): { framework: string; number: string } | null {
  const colon = text.lastIndexOf(":");
  return colon < 1 ? null : { framework: text.slice(0, colon), number: text.slice(colon + 1) };
}
