import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { endOfDay, startOfDay } from "../../web/src/i18n/day-bounds.ts";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/Los_Angeles",
  "America/Havana",
  "America/Sao_Paulo",
  "America/St_Johns",
  "Africa/Cairo",
  "Asia/Beirut",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
];

/** The day and the second that a clock shows. */
const shownAt = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(new Date(time));
const dayAt = (time: string, timeZone: string): string => shownAt(time, timeZone).slice(0, 10);
const later = (time: string, seconds: number): string =>
  new Date(Date.parse(time) + seconds * 1_000).toISOString();

describe("a day in the user's time zone", () => {
  test.each([
    ["2026-03-31", "UTC", "2026-03-31T00:00:00.000Z", "2026-03-31T23:59:59.999Z"],
    ["2026-03-31", "America/Los_Angeles", "2026-03-31T07:00:00.000Z", "2026-04-01T06:59:59.999Z"],
    ["2026-03-31", "Pacific/Kiritimati", "2026-03-30T10:00:00.000Z", "2026-03-31T09:59:59.999Z"],
    ["2028-02-29", "Asia/Kathmandu", "2028-02-28T18:15:00.000Z", "2028-02-29T18:14:59.999Z"],
    ["2026-12-31", "Europe/Berlin", "2026-12-30T23:00:00.000Z", "2026-12-31T22:59:59.999Z"],
    // 23 and 25 hours.
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"],
    ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
    // At midnight the clock shows one o'clock in spring, and eleven o'clock in autumn.
    ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z", "2026-04-24T20:59:59.999Z"],
    ["2026-10-29", "Africa/Cairo", "2026-10-28T21:00:00.000Z", "2026-10-29T21:59:59.999Z"],
    // The hour after midnight comes twice.
    ["2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z", "2026-11-02T04:59:59.999Z"],
    // Half an hour.
    ["2026-04-05", "Australia/Lord_Howe", "2026-04-04T13:00:00.000Z", "2026-04-05T13:29:59.999Z"],
  ])("%s in %s begins at %s and ends at %s", (day, zone, start, end) => {
    expect([startOfDay(day, zone), endOfDay(day, zone)]).toEqual([start, end]);
  });

  test("begins and ends where the date changes, on every day and in every zone", () => {
    const days = fc
      .date({ min: new Date("1990-01-01"), max: new Date("2037-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, fc.constantFrom(...ZONES), (day, zone) => {
        // A time zone that crosses the date line omits or repeats a day.
        fc.pre(!(zone === "Pacific/Kiritimati" && day < "1996"));
        const [start, end] = [startOfDay(day, zone), endOfDay(day, zone)];
        expect([dayAt(start, zone), dayAt(end, zone)]).toEqual([day, day]);
        expect(dayAt(later(start, -1), zone) < day).toBe(true);
        expect(dayAt(later(end, 0.001), zone) > day).toBe(true);
      }),
    );
  });
});
