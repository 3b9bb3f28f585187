import type { Evidence } from "../evidence/evidence.queries.ts";

export const VERDICTS = ["toDecide", "accepted", "rejected", "all"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The auditor's verdict, which is separate from the customer's own review. */
export const verdictOf = ({ status, acceptance }: Evidence): Exclude<Verdict, "all"> => {
  if (status === "rejected") return "rejected";
  return acceptance === "accepted" ? "accepted" : "toDecide";
};
