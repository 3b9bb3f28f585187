import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createFormat } from "../../web/src/i18n/create-format.ts";

const NOW = new Date("2026-03-31T22:30:00Z");
const { bytes, date, dateTime, exact, inDays, number, percent, relative, signed } = createFormat(
  "en-GB",
  "UTC",
);
const berlin = createFormat("de", "Europe/Berlin");
const pagoPago = createFormat("en-GB", "Pacific/Pago_Pago");

/** Narrow and non-breaking spaces depend on the version of the locale data. */
const plain = (text: string): string => text.replace(/\s/gu, " ");
const at = (seconds: number): string => new Date(NOW.getTime() + seconds * 1_000).toISOString();

describe("a size in bytes", () => {
  test.each([
    [0, "0 bytes"],
    [1, "1 byte"],
    [999, "999 bytes"],
    [1_000, "1 kB"],
    [1_499, "1 kB"],
    [999_499, "999 kB"],
    [999_500, "1 MB"],
    [1_000_000, "1 MB"],
    [1_250_000, "1.3 MB"],
    [999_949_999, "999.9 MB"],
    [999_950_000, "1 GB"],
    [1e12, "1,000 GB"],
  ])("%d is %s", (count, text) => expect(plain(bytes(count))).toBe(text));

  test("has at most three digits before the point, up to gigabytes", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 11.9, noNaN: true }), (power) => {
        const count = Math.round(10 ** power);
        expect(plain(bytes(count))).toMatch(/^\d{1,3}(?:\.\d)? (?:bytes?|kB|MB|GB)$/);
      }),
    );
  });
});

describe("days until a time", () => {
  test.each([
    ["2026-03-31T23:59:59.999Z", "today"],
    ["2026-03-31T00:00:00Z", "today"],
    ["2026-04-01T00:00:00Z", "tomorrow"],
    ["2026-04-01T23:59:59Z", "tomorrow"],
    ["2026-03-30T23:59:59Z", "yesterday"],
    ["2026-05-30T23:59:59Z", "in 60 days"],
    ["2026-03-31", "today"],
    ["2026-04-01", "tomorrow"],
    ["2026-03-30", "yesterday"],
  ])("%s is %s", (time, text) => expect(inDays(time, NOW)).toBe(text));

  test("are those of the user's calendar", () => {
    // It is the first of April in Berlin, and noon of the 31st of March in Pago Pago.
    const endOfMarch = "2026-03-31T21:59:59Z";
    expect([berlin, pagoPago].map((format) => format.inDays(endOfMarch, NOW))).toEqual(["gestern", "today"]);
    expect([berlin, pagoPago].map((format) => format.inDays("2026-04-01", NOW))).toEqual([
      "heute",
      "tomorrow",
    ]);
  });

  test("count a day of 23 or 25 hours as one", () => {
    const evening = (day: string): Date => new Date(`${day}T20:00:00Z`);
    for (const [day, next] of [
      ["2026-03-28", "2026-03-29T21:59:59Z"],
      ["2026-10-24", "2026-10-25T22:59:59Z"],
    ] as const)
      expect(berlin.inDays(next, evening(day))).toBe("morgen");
  });
});

describe("a relative time", () => {
  test.each([
    [0, "now"],
    [59, "now"],
    [-59.9, "now"],
    [60, "in 1 minute"],
    [-119, "1 minute ago"],
    [3_599, "in 59 minutes"],
    [3_600, "in 1 hour"],
    [-86_399, "23 hours ago"],
    [86_400, "tomorrow"],
    [-86_400, "yesterday"],
    [89 * 86_400, "in 89 days"],
    [90 * 86_400, "in 3 months"],
    [-729 * 86_400, "24 months ago"],
    [730 * 86_400, "in 2 years"],
    [604_740, "in 7 days"],
  ])("%d seconds from now is %s", (seconds, text) => expect(relative(at(seconds), NOW)).toBe(text));
});

describe("a date", () => {
  test("of the calendar is the same in every time zone", () => {
    for (const format of [createFormat("en-GB", "Pacific/Kiritimati"), pagoPago])
      expect(format.date("2026-03-31")).toBe("31 Mar 2026");
  });

  test("of a time is the user's", () => {
    expect(date("2026-03-31T23:30:00Z")).toBe("31 Mar 2026");
    expect(berlin.date("2026-03-31T23:30:00Z")).toBe("01.04.2026");
    expect(plain(dateTime("2026-03-31T23:30:00Z"))).toBe("31 Mar 2026, 23:30");
    expect(plain(exact("2026-03-31T23:30:09Z"))).toBe("31 Mar 2026, 23:30:09 UTC");
    expect(plain(pagoPago.dateTime("2026-03-31T10:59:00Z"))).toBe("30 Mar 2026, 23:59");
  });
});

test("numbers are rounded to one decimal, and signed unless they are zero", () => {
  expect([0, 1_234.56].map((value) => number(value))).toEqual(["0", "1,234.6"]);
  expect([0, 0.04, 3.06, -0.44].map((value) => signed(value))).toEqual(["0", "0", "+3.1", "-0.4"]);
  expect([0, 33.333, 100].map((value) => plain(percent(value)))).toEqual(["0%", "33.3%", "100%"]);
  expect(plain(berlin.percent(33.333))).toBe("33,3 %");
  expect([99.94, 99.95, 99.999, 0.04].map((value) => plain(percent(value)))).toEqual([
    "99.9%",
    "99.9%",
    "99.9%",
    "0%",
  ]);
});
