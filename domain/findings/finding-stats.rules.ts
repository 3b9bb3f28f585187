import {
  FINDING_STATUSES,
  SEVERITIES,
  isActive,
  type FindingStatus,
  type Severity,
} from "./finding.rules.ts";
import { riskOf, type Risk } from "./risk.rules.ts";

/** The number of findings with this combination. */
export interface FindingGroup {
  severity: Severity;
  status: FindingStatus;
  category: string;
  integration: string;
  total: number;
  overdue: number;
}

export interface FindingStats {
  total: number;
  overdue: number;
  severity: Record<string, number>;
  status: Record<string, number>;
  category: Record<string, number>;
  integration: Record<string, number>;
  risk: Risk;
}

type Dimension = "severity" | "status" | "category" | "integration";

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** A Map, because callers choose categories, which could collide with properties of objects. */
function totalsBy(groups: readonly FindingGroup[], by: Dimension, always: readonly string[] = []) {
  const totals = new Map<string, number>(always.map((name) => [name, 0]));
  for (const group of groups) totals.set(group[by], (totals.get(group[by]) ?? 0) + group.total);
  return Object.fromEntries(totals);
}

/** Sums groups of findings in every dimension, with the resulting risk. */
export function statsOf(groups: readonly FindingGroup[]): FindingStats {
  return {
    total: sum(groups.map(({ total }) => total)),
    overdue: sum(groups.map(({ overdue }) => overdue)),
    severity: totalsBy(groups, "severity", SEVERITIES),
    status: totalsBy(groups, "status", FINDING_STATUSES),
    category: totalsBy(groups, "category"),
    integration: totalsBy(groups, "integration"),
    risk: riskOf(
      totalsBy(
        groups.filter(({ status }) => isActive(status)),
        "severity",
      ),
    ),
  };
}
