import { expect, it } from "@jest/globals";
import { isTimezone } from "../../domain/users/preferences.rules.ts";
import { TIME_ZONE_LINKS } from "../../domain/users/time-zone-links.data.ts";

it.each(["UTC", "Etc/UTC", "Europe/Berlin", "Europe/Kyiv", "Europe/Kiev", "Asia/Kolkata", "US/Pacific"])(
  "%s is a time zone",
  (name) => expect(isTimezone(name)).toBe(true),
);

it.each([
  "utc",
  "Utc",
  "europe/berlin",
  "Europe/berlin",
  "us/pacific",
  "PST",
  "IST",
  "SystemV/AST4",
  "+01:00",
  "Z",
  "",
])("%j is invalid, or not the spelling of the database", (name) => expect(isTimezone(name)).toBe(false));

it("every name is usable", () => {
  for (const timeZone of TIME_ZONE_LINKS) new Intl.DateTimeFormat("en", { timeZone });
  expect(TIME_ZONE_LINKS.length).toBeGreaterThan(170);
});
