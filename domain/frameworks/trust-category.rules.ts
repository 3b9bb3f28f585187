/** The five categories of a trust services report; each has a compliance score. */
export const TRUST_CATEGORIES = [
  "security",
  "availability",
  "processing_integrity",
  "confidentiality",
  "privacy",
] as const;
export type TrustCategory = (typeof TRUST_CATEGORIES)[number];
