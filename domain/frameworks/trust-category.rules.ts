/** The five matters a trust services report can cover; compliance scores are given for each of them. */
export const TRUST_CATEGORIES = [
  "security",
  "availability",
  "processing_integrity",
  "confidentiality",
  "privacy",
] as const;
export type TrustCategory = (typeof TRUST_CATEGORIES)[number];
