import { SEVERITIES, SEVERITY_WEIGHTS, type Severity } from "./finding.rules.ts";

export const RISK_LEVELS = ["High", "Medium", "Low"] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export interface Risk {
  /** 0 to 100. */
  score: number;
  level: RiskLevel;
  /** The number of active findings, which determine the risk. */
  counted: number;
}

const MAX = 100;
export const HIGH_RISK_FROM = 80;
export const MEDIUM_RISK_FROM = 40;

export const levelOf = (score: number): RiskLevel =>
  score >= HIGH_RISK_FROM ? "High" : score >= MEDIUM_RISK_FROM ? "Medium" : "Low";

/** The risk for the given numbers of active findings by severity: the sum of their weights, at most 100. */
export function riskOf(active: Readonly<Partial<Record<Severity, number>>>): Risk {
  const counts = SEVERITIES.map((severity) => ({ severity, count: active[severity] ?? 0 }));
  const sum = counts.reduce((total, { severity, count }) => total + SEVERITY_WEIGHTS[severity] * count, 0);
  const score = Math.min(MAX, sum);
  return { score, level: levelOf(score), counted: counts.reduce((total, { count }) => total + count, 0) };
}
