import { describe, expect, test } from "@jest/globals";
import { requirementOf } from "../../domain/evidence/quality.rules.ts";
import { refreshPlan } from "../../domain/evidence/refresh.rules.ts";
import { frameworks } from "../../domain/frameworks/catalogue.rules.ts";

test.each([
  ["PENDING", "Old", "wait"],
  ["PROCESSING", "Old", "wait"],
  ["FAILED", "Old", "nothing"],
  ["QUARANTINED", "Old", "nothing"],
  ["COMPLETED", "Old", "passages"],
  ["COMPLETED", null, "passages"],
  ["COMPLETED", "New", "score"],
] as const)(
  "a change of %s evidence with passages for the title %j: %s",
  (chunkingStatus, indexedTitle, plan) =>
    expect(refreshPlan({ chunkingStatus, indexedTitle, title: "New" })).toBe(plan),
);

describe("the requirement with which the content is compared", () => {
  const [soc2] = frameworks;

  test("is the catalogue's text of the control, with its typical evidence", () => {
    const { number, summary, evidenceHints } = soc2!.controls[0]!;
    const text = requirementOf({ number, title: "As in the project" }, soc2!);
    expect(text.split("\n")).toEqual(["As in the project", summary, ...evidenceHints]);
  });

  test("is number and title if the catalogue lacks the control or was deleted", () => {
    const control = { number: "X1", title: "A control" };
    expect([requirementOf(control, soc2!), requirementOf(control, null)]).toEqual([
      "X1 A control",
      "X1 A control",
    ]);
  });
});
