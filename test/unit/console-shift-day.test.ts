import { expect, it } from "@jest/globals";
import { shiftDay } from "../../web/src/features/new-project/shift-day.ts";

it.each([
  // A year later is the same day, whether or not a leap day lies between.
  ["2026-12-20", "2026-01-01", "2027-01-01", "2027-12-20"],
  ["2027-12-20", "2027-01-01", "2028-01-01", "2028-12-20"],
  ["2028-02-29", "2028-01-01", "2029-01-01", "2029-02-28"],
  ["2026-01-31", "2026-01-01", "2026-04-01", "2026-04-30"],
  ["2026-12-15", "2026-10-01", "2027-01-01", "2027-03-15"],
  // Periods that begin on different days of the month are as many days apart.
  ["2026-03-10", "2026-03-01", "2026-05-30", "2026-06-08"],
])("moves %s from the period of %s to that of %s: %s", (day, from, to, moved) =>
  expect(shiftDay(day, from, to)).toBe(moved),
);
