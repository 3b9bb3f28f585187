import type { Evidence } from "../evidence/evidence.queries.ts";

export const VERDICTS = ["toDecide", "accepted", "rejected", "all"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What the auditor has said of it: their word stands beside the review of the audited people. */
export const verdictOf = ({ status, acceptance }: Evidence): Exclude<Verdict, "all"> => {
  if (status === "rejected") return "rejected";
  return acceptance === "accepted" ? "accepted" : "toDecide";
};
