import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { agentStatus, type AgentStatus } from "../../domain/agents/agent.rules.ts";
import { workflowOfEvent } from "../../domain/events/events-in-use.ts";
import "../../domain/features.ts";
import {
  FINDING_STATUSES,
  SEVERITIES,
  SEVERITY_WEIGHTS,
  dueDateFor,
  isActive,
  isOverdue,
  needsReason,
  nextStatuses,
  refusalOfUntil,
  transitionAction,
  type FindingStatus,
  type Severity,
  type TransitionAction,
} from "../../domain/findings/finding.rules.ts";
import { statsOf, type FindingGroup } from "../../domain/findings/finding-stats.rules.ts";
import { newsOf, reopens, type ReportedValues } from "../../domain/findings/import.rules.ts";
import { riskOf, type RiskLevel } from "../../domain/findings/risk.rules.ts";

const severities = fc.constantFrom(...SEVERITIES);
const now = new Date("2026-03-01T00:00:00Z");

describe("the status of a finding", () => {
  // From each row to each column: the required permission (Update, Work, Decide), in lower case if no reason
  // is required; "." is impossible.
  test.each<[FindingStatus, string]>([
    //                 open in-progress resolved closed accepted false-positive
    ["open", "           .    w           .        .      D        D"],
    ["in-progress", "    u    .           w        .      D        D"],
    ["resolved", "       u    .           .        d      .        ."],
    ["closed", "         D    .           .        .      .        ."],
    ["accepted", "       D    .           .        .      D        ."],
    ["false-positive", " D    .           .        .      .        ."],
  ])("from %s", (from, row) => {
    const letters: Record<TransitionAction, string> = {
      "finding.update": "u",
      "finding.work": "w",
      "finding.decide": "d",
    };
    const letterOf = (to: FindingStatus): string => {
      if (!nextStatuses(from).includes(to)) return ".";
      const letter = letters[transitionAction(from, to)];
      return needsReason(from, to) ? letter.toUpperCase() : letter;
    };
    expect(FINDING_STATUSES.map(letterOf)).toEqual(row.trim().split(/\s+/));
  });

  test("can become open again from each", () => {
    for (const status of FINDING_STATUSES.filter((s) => s !== "open"))
      expect(nextStatuses(status)).toContain("open");
  });

  test("counts for the risk while it is open or in progress", () =>
    expect(FINDING_STATUSES.filter(isActive)).toEqual(["open", "in-progress"]));
});

describe("the time to fix", () => {
  test.each<[Severity, string | null]>([
    ["Critical", "2026-03-08T00:00:00.000Z"],
    ["High", "2026-03-31T00:00:00.000Z"],
    ["Medium", "2026-05-30T00:00:00.000Z"],
    ["Low", "2026-08-28T00:00:00.000Z"],
    ["Info", null],
  ])("of %s ends at %s", (severity, end) =>
    expect(dueDateFor(severity, now)?.toISOString() ?? null).toBe(end),
  );

  test.each<[string, FindingStatus, string | null, boolean]>([
    ["a second late", "open", "2026-02-28T23:59:59Z", true],
    ["to the second", "open", "2026-03-01T00:00:00Z", false],
    ["in progress and late", "in-progress", "2026-02-01T00:00:00Z", true],
    ["resolved", "resolved", "2026-02-01T00:00:00Z", false],
    ["accepted", "accepted", "2026-02-01T00:00:00Z", false],
    ["without an end", "open", null, false],
  ])("is over: %s", (_name, status, due, overdue) => {
    const dueDate = due === null ? null : new Date(due);
    expect(isOverdue({ status, dueDate }, now)).toBe(overdue);
  });
});

describe("an acceptance", () => {
  test.each([
    ["2026-03-01T00:00:00Z", "must be in the future"],
    ["2026-03-01T00:00:01Z", null],
    ["2028-02-29T00:00:00Z", null],
    ["2028-02-29T00:00:01Z", "must be within 730 days: you can renew the acceptance later"],
  ])("until %s: %s", (until, refusal) => {
    expect(refusalOfUntil(new Date(until), now)?.error ?? null).toBe(refusal);
  });

  test("has a workflow, unlike other changes of status", () => {
    const event = (acceptance: object | null) => ({
      id: "e",
      kind: "finding.status_changed",
      subjectId: "f",
      occurredAt: 0,
      projectId: "p",
      data: { acceptance },
    });
    expect(workflowOfEvent(event(null))).toBeNull();
    expect(workflowOfEvent(event({ number: 2, until: now.toISOString() }))).toMatchObject({
      workflow: "expireAcceptance",
      workflowId: "expire-acceptance-f-2",
      args: [{ findingId: "f", acceptance: 2, until: now.getTime() }],
    });
  });
});

describe("the risk", () => {
  test.each<[Partial<Record<Severity, number>>, number, RiskLevel]>([
    [{}, 0, "Low"],
    [{ Info: 7 }, 35, "Low"],
    [{ Medium: 1, Low: 1 }, 35, "Low"],
    [{ Info: 8 }, 40, "Medium"],
    [{ High: 1, Medium: 1 }, 75, "Medium"],
    [{ High: 1, Low: 3 }, 80, "High"],
    [{ Critical: 1 }, 100, "High"],
    [{ Critical: 3, Info: 4 }, 100, "High"],
  ])("of %j is %i, %s", (active, score, level) => {
    const counted = Object.values(active).reduce((sum, count) => sum + count, 0);
    expect(riskOf(active)).toEqual({ score, level, counted });
  });

  const findings = fc.array(
    fc.record({
      severity: severities,
      status: fc.constantFrom(...FINDING_STATUSES),
      category: fc.constantFrom("access", "__proto__", "constructor"),
      integration: fc.constantFrom("manual", "scanner"),
      overdue: fc.constantFrom(0, 1),
    }),
  );
  const groups = (some: readonly Omit<FindingGroup, "total">[]) => some.map((one) => ({ ...one, total: 1 }));

  test("is independent of the order of findings, at most 100, and grows with each", () => {
    const property = fc.property(findings, fc.nat(), severities, (some, turn, severity) => {
      const turned = [...some.slice(turn % (some.length + 1)), ...some.slice(0, turn % (some.length + 1))];
      const { risk } = statsOf(groups(some));
      expect(statsOf(groups(turned.toReversed())).risk).toEqual(risk);
      expect(risk.score).toBeLessThanOrEqual(100);
      const active = some.filter(({ status }) => isActive(status));
      const weights = active.map((finding) => SEVERITY_WEIGHTS[finding.severity]);
      expect(risk.score).toBe(
        Math.min(
          100,
          weights.reduce((sum, weight) => sum + weight, 0),
        ),
      );
      const one = { severity, status: "open", category: "", integration: "", overdue: 0 } as const;
      const { risk: more } = statsOf(groups([...some, one]));
      expect(more.score).toBeGreaterThanOrEqual(risk.score);
      expect(more.counted).toBe(risk.counted + 1);
    });
    fc.assert(property);
  });

  test("matches totals that add up in every dimension", () => {
    const property = fc.property(findings, (some) => {
      const { total, overdue, severity, status, category, integration } = statsOf(groups(some));
      expect(total).toBe(some.length);
      expect(overdue).toBe(some.filter((finding) => finding.overdue === 1).length);
      for (const totals of [severity, status, category, integration])
        expect(Object.values(totals).reduce((sum, count) => sum + count, 0)).toBe(total);
    });
    fc.assert(property);
  });
});

describe("a repeated report of an integration", () => {
  const report: ReportedValues = {
    title: "Port open",
    description: "",
    severity: "Medium",
    category: "network",
    control_id: "CC6.6",
    due_date: null,
    integration_data: { port: 22, hosts: ["a", "b"], rule: { id: 1, name: "x" } },
  };

  test.each<[string, Partial<ReportedValues>, string[]]>([
    ["the same", {}, []],
    [
      "the same with other keys first",
      { integration_data: { rule: { name: "x", id: 1 }, hosts: ["a", "b"], port: 22 } },
      [],
    ],
    [
      "a list in another order",
      { integration_data: { ...report.integration_data, hosts: ["b", "a"] } },
      ["integration_data"],
    ],
    ["without its data", { integration_data: null }, ["integration_data"]],
    ["another title and severity", { title: "Ports open", severity: "High" }, ["title", "severity"]],
    ["no control", { control_id: null }, ["control_id"]],
  ])("%s", (_name, change, news) => expect(newsOf(report, { ...report, ...change })).toEqual(news));

  test("for the first time is entirely new", () => expect(newsOf(null, report)).toEqual(Object.keys(report)));

  test("reopens finished findings only if the severity rose", () => {
    const property = fc.property(
      fc.constantFrom(...FINDING_STATUSES),
      severities,
      severities,
      (status, before, after) => {
        const isWorse = SEVERITIES.indexOf(after) < SEVERITIES.indexOf(before);
        expect(reopens(status, before, after)).toBe(isWorse && !isActive(status));
      },
    );
    fc.assert(property);
  });
});

test.each<[string | null, AgentStatus]>([
  [null, "never"],
  ["2026-03-01T00:00:00Z", "online"],
  ["2026-02-28T23:45:00Z", "online"],
  ["2026-02-28T23:44:59Z", "stale"],
])("an agent with a heartbeat at %s is %s", (at, status) =>
  expect(agentStatus(at === null ? null : new Date(at), now)).toBe(status),
);
