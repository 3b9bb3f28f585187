import { describe, expect, test } from "@jest/globals";
import type { EvidenceStatus } from "../../domain/evidence/evidence.rules.ts";
import { approvalOf } from "../../web/src/features/policies/approval-of.ts";

const id = "01a217fb-4a4d-730a-a160-ea6151ba4b6e";
const other = "01a217fb-4a4d-730a-a160-000000000000";
const filed = (version: number, status: EvidenceStatus, of = id) => ({
  policy: { id: of, version },
  status,
});
const states = (...evidence: ReturnType<typeof filed>[]) => {
  const { state, inForce } = approvalOf({ id, version: 3 }, evidence);
  return [state, inForce?.version ?? null];
};

describe("the latest version of a policy", () => {
  test("is a draft until it is filed", () => {
    expect(states()).toEqual(["draft", null]);
    expect(states(filed(3, "approved", other))).toEqual(["draft", null]);
    expect(states(filed(2, "rejected"), filed(2, "pending"))).toEqual(["draft", null]);
  });

  test("is pending, approved or rejected with its evidence", () => {
    expect(states(filed(3, "pending"))).toEqual(["pending", null]);
    expect(states(filed(3, "rejected"))).toEqual(["rejected", null]);
    expect(states(filed(3, "rejected"), filed(3, "pending"))).toEqual(["pending", null]);
    expect(states(filed(3, "pending"), filed(3, "approved"))).toEqual(["approved", 3]);
  });

  test("leaves the latest approved version in force until it is approved", () => {
    expect(states(filed(1, "approved"), filed(2, "approved"))).toEqual(["outdated", 2]);
    expect(states(filed(2, "approved"), filed(3, "pending"))).toEqual(["pending", 2]);
    expect(states(filed(2, "approved"), filed(3, "rejected"))).toEqual(["outdated", 2]);
    expect(states(filed(2, "approved"), filed(3, "approved"))).toEqual(["approved", 3]);
    expect(states(filed(2, "expired"), filed(3, "superseded"))).toEqual(["draft", null]);
  });
});

test("other evidence is of no policy", () => {
  expect(approvalOf({ id, version: 1 }, [{ policy: null, status: "approved" }])).toEqual({
    state: "draft",
    inForce: null,
  });
});
