import { expect, test } from "@jest/globals";
import { wrongDates, type EvidenceDates } from "../../domain/evidence/evidence-dates.rules.ts";

const now = new Date("2026-03-31T12:00:00Z");
const [past, future] = [new Date("2026-03-31T11:59:59Z"), new Date("2026-03-31T12:00:01Z")];
const dates = (some: Partial<EvidenceDates> = {}): EvidenceDates => ({
  collectedAt: null,
  periodStart: null,
  periodEnd: null,
  expiresAt: null,
  ...some,
});
const fieldsOf = (given: Partial<EvidenceDates>, before?: Partial<EvidenceDates>) =>
  wrongDates(dates(given), now, before && dates(before)).map(({ field }) => field);

test.each<[string, Partial<EvidenceDates>]>([
  ["none", {}],
  ["collected today", { collectedAt: "2026-03-31" }],
  ["collected today, in a time zone that is a day ahead", { collectedAt: "2026-04-01" }],
  ["a period of one day", { periodStart: "2026-01-01", periodEnd: "2026-01-01" }],
  ["half a period", { periodEnd: "2026-01-01" }],
  ["a period that has not ended", { periodStart: "2026-01-01", periodEnd: "2026-12-31" }],
  ["an end in the future", { expiresAt: future }],
])("accepts: %s", (_what, given) => expect(fieldsOf(given)).toEqual([]));

test.each<[string, Partial<EvidenceDates>, string[]]>([
  ["collected later", { collectedAt: "2026-04-02" }, ["collected_at"]],
  ["a period that ends first", { periodStart: "2026-01-02", periodEnd: "2026-01-01" }, ["period_end"]],
  ["an end in the past", { expiresAt: past }, ["expires_at"]],
  ["an end this very moment", { expiresAt: now }, ["expires_at"]],
  ["two of them", { collectedAt: "2030-01-01", expiresAt: past }, ["collected_at", "expires_at"]],
])("refuses: %s", (_what, given, fields) => expect(fieldsOf(given)).toEqual(fields));

test("validates new dates against existing ones, but not the existing ones", () => {
  const before = { periodStart: "2026-01-01", periodEnd: "2026-03-31", expiresAt: past };
  expect(fieldsOf({ ...before, periodEnd: "2025-12-31" }, before)).toEqual(["period_end"]);
  expect(fieldsOf({ ...before, periodStart: "2026-04-01" }, before)).toEqual(["period_start"]);
  expect(fieldsOf({ ...before, expiresAt: new Date(past) }, before)).toEqual([]);
  expect(fieldsOf({ ...before, expiresAt: new Date(0) }, before)).toEqual(["expires_at"]);
  const wrong = { collectedAt: "2030-01-01", periodStart: "2026-01-02", periodEnd: "2026-01-01" };
  expect(fieldsOf({ ...wrong }, wrong)).toEqual([]);
});
