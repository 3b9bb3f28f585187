import { describe, expect, test } from "@jest/globals";
import { allVersions, decisionsIn, peopleIn } from "../../domain/reports/package-contents.rules.ts";
import { auditDataOf, controlOf, evidenceOf, personOf, reviewOf } from "../support/report-rows.ts";

describe("an audit package", () => {
  test("has all versions by control, then by upload, then by id", () => {
    const at = (uploadedAt: string) => ({ uploadedAt });
    const data = auditDataOf(
      {
        controls: [controlOf("CC6.2", { position: 1 }), controlOf("CC6.1", { position: 0 })],
        evidence: [
          evidenceOf("e4", { control: "CC6.2" }),
          evidenceOf("e3", at("2026-03-02T10:00:00.000Z")),
          evidenceOf("e2", at("2026-03-01T10:00:00.000Z")),
        ],
      },
      { replaced: [evidenceOf("e1", { status: "superseded", ...at("2026-03-02T10:00:00.000Z") })] },
    );
    expect(allVersions(data).map(({ id }) => id)).toEqual(["e2", "e1", "e3", "e4"]);
  });

  test("shows the last decision on each version; an auditor's acceptance is none", () => {
    const reviews = [
      reviewOf("e1", { decision: "approved" }),
      reviewOf("e2", { decision: "rejected" }),
      reviewOf("e1", { decision: "approval_withdrawn" }),
      reviewOf("e1", { decision: "accepted" }),
      reviewOf("e2", { decision: "acceptance_withdrawn" }),
    ];
    expect([...decisionsIn(reviews)]).toEqual([
      ["e1", "approval_withdrawn"],
      ["e2", "rejected"],
    ]);
  });

  test("names everyone once, by name and then by id", () => {
    const [ada, bob] = [personOf("Ada"), personOf("Bob")];
    const twin = { ...ada, id: "another id" };
    const data = auditDataOf(
      { controls: [controlOf("CC6.1", { owner: bob })], evidence: [evidenceOf("e1", { uploadedBy: twin })] },
      { customer: ada, auditor: null, reviews: [reviewOf("e1", { by: ada })] },
    );
    const named = new Set([ada, bob, twin]);
    expect(peopleIn(data).filter((person) => named.has(person))).toEqual([twin, ada, bob]);
  });
});
