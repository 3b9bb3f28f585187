/** What a policy is asked for: which one, for whom. */
export interface PolicyWish {
  type: string;
  framework: string;
  /** Number of the control it is to fulfil, if one was named. */
  control: string | null;
  companyName: string;
  /** In the caller's words. */
  industry: string;
}

/** One line of the table that tells how a policy came to be what it is. */
export interface PolicyRevision {
  version: number;
  /** YYYY-MM-DD */
  date: string;
  author: string;
  change: string;
}
