import { SEVERITIES, SEVERITY_WEIGHTS, type Severity } from "./finding.rules.ts";

export const RISK_LEVELS = ["High", "Medium", "Low"] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export interface Risk {
  /** 0 to 100. */
  score: number;
  level: RiskLevel;
  /** How many findings it is made of: those that are open or in progress. */
  counted: number;
}

const MOST = 100;
const HIGH_FROM = 80;
const MEDIUM_FROM = 40;

const levelOf = (score: number): RiskLevel =>
  score >= HIGH_FROM ? "High" : score >= MEDIUM_FROM ? "Medium" : "Low";

/** The risk of so many active findings of each severity (contract 2.12.8): their weights are added up, to 100 at most. */
export function riskOf(active: Readonly<Partial<Record<Severity, number>>>): Risk {
  const counts = SEVERITIES.map((severity) => ({ severity, count: active[severity] ?? 0 }));
  const sum = counts.reduce((total, { severity, count }) => total + SEVERITY_WEIGHTS[severity] * count, 0);
  const score = Math.min(MOST, sum);
  return { score, level: levelOf(score), counted: counts.reduce((total, { count }) => total + count, 0) };
}
