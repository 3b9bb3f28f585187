import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  QUARTERLY,
  isLiveKey,
  overlapEnd,
  rotationDueAt,
  rotationWorkflowId,
  successorExpiry,
} from "../../domain/api-keys/api-key.rules.ts";
import { WEEKDAYS, isOpen, refusalOf, type TimeWindow } from "../../domain/api-keys/restrictions.rules.ts";

const now = new Date("2026-03-29T00:30:00Z");
const [past, later] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
const DAY_MS = 86_400_000;

describe("a key", () => {
  test.each<[string, { revokedAt?: Date | null; expiresAt?: Date | null }, boolean]>([
    ["without dates", {}, true],
    ["that ends later", { expiresAt: later }, true],
    ["that ends now", { expiresAt: now }, false],
    ["that has ended", { expiresAt: past }, false],
    ["that was revoked", { revokedAt: past }, false],
    ["that was revoked and would end later", { revokedAt: past, expiresAt: later }, false],
    ["with nulls", { revokedAt: null, expiresAt: null }, true],
  ])("%s is live: %s", (_name, key, expected) => expect(isLiveKey(key, now)).toBe(expected));

  test("is refused exactly when it is not live, apart from restrictions", () => {
    const dates = fc.option(fc.constantFrom(past, now, later));
    fc.assert(
      fc.property(dates, dates, (revokedAt, expiresAt) => {
        const at = { now, address: undefined, inRanges: () => true };
        const refusal = refusalOf({ revokedAt, expiresAt, restrictions: {} }, at);
        expect(refusal === null).toBe(isLiveKey({ revokedAt, expiresAt }, now));
      }),
    );
  });
});

describe("a rotation", () => {
  const createdAt = new Date("2026-01-01T12:00:00Z");

  test("is due 90 days after the creation, with reminders before and a week of grace", () => {
    expect(rotationDueAt({ createdAt }, createdAt)).toEqual(new Date("2026-04-01T12:00:00Z"));
    expect(QUARTERLY.remindDaysBefore).toEqual([14, 7, 1]);
    expect(QUARTERLY.graceMs).toBe(7 * DAY_MS);
  });

  test.each([
    ["revoked", { revokedAt: now }],
    ["replaced", { rotatedTo: "b" }],
    ["expired", { expiresAt: now }],
  ])("is never due for a key that is %s", (_name, change) =>
    expect(rotationDueAt({ createdAt, ...change }, now)).toBeNull(),
  );

  test("follows the given schedule", () => {
    expect(rotationDueAt({ createdAt }, createdAt, { ...QUARTERLY, dueAfterMs: 1_000 })).toEqual(
      new Date("2026-01-01T12:00:01Z"),
    );
  });

  test("has one workflow for each key", () => {
    expect(rotationWorkflowId("a")).not.toBe(rotationWorkflowId("b"));
    expect(rotationWorkflowId("a")).toBe(rotationWorkflowId("a"));
  });

  const instants = fc.date({ min: new Date("2025-01-01"), max: new Date("2027-01-01"), noInvalidDate: true });

  test("gives the successor the lifetime of the key, and the key no more than it had", () => {
    fc.assert(
      fc.property(instants, fc.option(instants), instants, fc.nat(168), (made, end, at, hours) => {
        const successor = successorExpiry({ createdAt: made, expiresAt: end }, at);
        if (end === null) expect(successor).toBeNull();
        else expect(successor!.getTime() - at.getTime()).toBe(end.getTime() - made.getTime());
        const overlap = overlapEnd(end, at, hours);
        expect(overlap.getTime()).toBeLessThanOrEqual(at.getTime() + hours * 3_600_000);
        if (end !== null) expect(overlap.getTime()).toBeLessThanOrEqual(end.getTime());
      }),
    );
  });
});

describe("the hours of a key when clocks change", () => {
  const window = (timezone: string, from: string, to: string, days = WEEKDAYS as TimeWindow["days"]) => ({
    timezone,
    days,
    from,
    to,
  });
  const open = (hours: TimeWindow, at: string) => isOpen(hours, new Date(at));

  // Berlin goes from 02:00 to 03:00 on 29 March 2026, and from 03:00 back to 02:00 on 25 October.
  test.each([
    ["2026-03-29T00:59:59Z", "01:00", "02:00", true],
    ["2026-03-29T01:00:00Z", "01:00", "02:00", false],
    ["2026-03-29T01:00:00Z", "03:00", "04:00", true],
    ["2026-03-29T01:00:00Z", "02:00", "03:00", false],
    ["2026-03-29T00:59:59Z", "02:00", "03:00", false],
    ["2026-10-25T00:30:00Z", "02:00", "03:00", true],
    ["2026-10-25T01:30:00Z", "02:00", "03:00", true],
    ["2026-10-25T02:00:00Z", "02:00", "03:00", false],
    ["2026-10-25T02:00:00Z", "03:00", "04:00", true],
  ])("at %s in Berlin, %s to %s: %s", (at, from, to, expected) => {
    expect(open(window("Europe/Berlin", from, to), at)).toBe(expected);
  });

  test.each([
    // 45 minutes off the hour, and the two ends of the date line.
    ["Asia/Kathmandu", "2026-01-05T03:15:00Z", true],
    ["Asia/Kathmandu", "2026-01-05T03:14:59Z", false],
    ["Pacific/Kiritimati", "2026-01-04T19:00:00Z", true],
    ["Pacific/Kiritimati", "2026-01-04T18:59:59Z", false],
    ["Pacific/Pago_Pago", "2026-01-05T20:00:00Z", true],
    ["Pacific/Pago_Pago", "2026-01-05T19:59:59Z", false],
    ["Australia/Lord_Howe", "2026-01-04T22:00:00Z", true],
  ])("in %s begin at nine there: %s is open: %s", (timezone, at, expected) => {
    expect(open(window(timezone, "09:00", "17:00", ["mon"]), at)).toBe(expected);
  });

  test("are closed on all days if no day is named", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), (at) =>
        expect(isOpen(window("UTC", "00:00", "00:00", []), at)).toBe(false),
      ),
    );
  });

  test("that end at midnight include the last minute of the day", () => {
    const hours = window("UTC", "18:00", "00:00", ["mon"]);
    expect(open(hours, "2026-01-05T23:59:59Z")).toBe(true);
    expect(open(hours, "2026-01-06T00:00:00Z")).toBe(false);
    expect(open(hours, "2026-01-05T17:59:59Z")).toBe(false);
  });

  test("that end at 24:00 end at midnight", () => {
    const hours = window("UTC", "18:00", "24:00", ["mon"]);
    expect(open(hours, "2026-01-05T23:59:59Z")).toBe(true);
    expect(open(hours, "2026-01-06T00:00:00Z")).toBe(false);
  });

  test.each(["Mars/Olympus", "", "UTC+25"])("of the unknown time zone %j are an error", (timezone) =>
    expect(() => open(window(timezone, "00:00", "00:00"), "2026-01-05T00:00:00Z")).toThrow(RangeError),
  );
});
