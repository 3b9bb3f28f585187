import { expect, test } from "@jest/globals";
import { reviewDatesIn } from "../../domain/policies/next-review.rules.ts";

test("the next review of a policy is a day of the calendar, whatever its text says", () => {
  const text = ["2026-13-45", "2026-11-31", "2028-02-29", "2027-02-29", "2027-03-31"]
    .map((date) => `- Next review: ${date}`)
    .join("\n");
  expect(reviewDatesIn(text)).toEqual(["2028-02-29", "2027-03-31"]);
  expect(reviewDatesIn("Next review: when needed")).toEqual([]);
});
