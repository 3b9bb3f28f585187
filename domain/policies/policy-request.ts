/** A policy request: the type, and for whom. */
export interface PolicyRequest {
  type: string;
  framework: string;
  /** The number of the control that it must fulfil, if any. */
  control: string | null;
  companyName: string;
  /** In the caller's words. */
  industry: string;
}

/** One line of the revision history. */
export interface PolicyRevision {
  version: number;
  /** YYYY-MM-DD */
  date: string;
  author: string;
  change: string;
}
