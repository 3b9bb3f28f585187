import { expect, test } from "@jest/globals";
import { daysLeft } from "../../domain/days.rules.ts";

const END = new Date("2026-12-31T12:00:00Z");

test.each([
  ["on time", 14, "2026-12-17T12:00:00Z", 14],
  ["some minutes late", 14, "2026-12-17T12:09:00Z", 14],
  ["after an outage of nine days", 14, "2026-12-26T13:00:00Z", 5],
  ["on the last day", 1, "2026-12-31T11:00:00Z", 1],
  ["after the end", 1, "2027-01-02T00:00:00Z", 0],
  ["early", 7, "2026-12-01T00:00:00Z", 7],
])("a reminder sent %s", (_when, planned, now, stated) =>
  expect(daysLeft(planned, END, new Date(now))).toBe(stated),
);
