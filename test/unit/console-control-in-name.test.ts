import { describe, expect, it } from "@jest/globals";
import { controlInName } from "../../web/src/features/evidence/control-in-name.ts";

const NUMBERS = ["CC6.1", "CC6.2", "CC6.10", "A1.1", "A.5.1", "A.5.10", "5.1"];

describe("the control in the name of a file", () => {
  it.each([
    ["CC6.1 access review.pdf", "CC6.1"],
    ["2026-03 cc6.1_access.xlsx", "CC6.1"],
    ["CC6.10.pdf", "CC6.10"],
    ["review-CC6.1.pdf", "CC6.1"],
    ["(A1.1) capacity.png", "A1.1"],
  ])("of %s is %s", (name, control) => expect(controlInName(name, NUMBERS)).toBe(control));

  it.each(["access review.pdf", "CC6.1 and CC6.2.pdf", "SOCC6.1.pdf", "CC6.1.3.pdf", "CC6.11.pdf"])(
    "of %s is unknown",
    (name) => expect(controlInName(name, NUMBERS)).toBeNull(),
  );
});
