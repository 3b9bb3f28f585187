import { describe, expect, test } from "@jest/globals";
import { WEEK_AND_DAY, stepsTo } from "../../domain/date-steps.rules.ts";
import {
  MILESTONE_STATUSES,
  SETTABLE_STATUSES,
  nextMilestoneStatuses,
} from "../../domain/projects/milestone.rules.ts";
import {
  PROJECT_STATUSES,
  describeImpossibleMove,
  nextStatuses,
  type ProjectStatus,
} from "../../domain/projects/project.rules.ts";

describe("a project", () => {
  const ALLOWED: Record<ProjectStatus, ProjectStatus[]> = {
    active: ["on_hold", "in_audit", "completed"],
    on_hold: ["active"],
    in_audit: ["active"],
    completed: ["active", "archived"],
    archived: [],
  };
  const pairs = PROJECT_STATUSES.flatMap((from) => PROJECT_STATUSES.map((to) => [from, to] as const));

  test.each(pairs)("that is %s, to %s", (from, to) => {
    expect(nextStatuses(from).includes(to)).toBe(ALLOWED[from].includes(to));
  });
});

test.each([
  [["active", "archived"], "A project that is completed can become active or archived, not on_hold"],
  [[], "A project that is completed keeps this status: create another one instead"],
])("an impossible move with the choices %j says what is possible", (possible, message) =>
  expect(describeImpossibleMove("A project that is completed", { to: "on_hold", possible })).toBe(message),
);

describe("a milestone", () => {
  const allowed = MILESTONE_STATUSES.flatMap((from) =>
    SETTABLE_STATUSES.filter((to) => nextMilestoneStatuses(from).includes(to)).map(
      (to) => `${from} -> ${to}`,
    ),
  );

  test("has these transitions, and no one can set missed", () => {
    expect(allowed).toEqual([
      "planned -> in_progress",
      "planned -> achieved",
      "in_progress -> planned",
      "in_progress -> achieved",
      "missed -> achieved",
    ]);
  });

  const DAY = WEEK_AND_DAY.dayMs;
  const now = Date.UTC(2026, 10, 21);
  test.each([
    [10, [7, 1, null]],
    [7, [1, null]],
    [3, [1, null]],
    [0.5, [null]],
    [-2, [null]],
  ])("%d days before its date is announced at %j", (days, expected) => {
    const dueAt = now + days * DAY;
    const steps = stepsTo(dueAt, now, WEEK_AND_DAY);
    expect(steps.map(({ daysLeft }) => daysLeft)).toEqual(expected);
    for (const { at, daysLeft } of steps) expect(at).toBe(dueAt - (daysLeft ?? 0) * DAY);
  });
});
