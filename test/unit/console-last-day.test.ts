import { expect, test } from "@jest/globals";
import { lastDay } from "../../web/src/features/projects/last-day.ts";

test.each([
  ["is today in UTC", "2026-11-27T04:00:00Z", "UTC", "2026-11-27"],
  [
    "is today west of UTC, although the next day has begun in UTC",
    "2026-11-27T04:00:00Z",
    "America/Los_Angeles",
    "2026-11-26",
  ],
  [
    "is the same day west of UTC once it has begun there",
    "2026-11-27T08:00:00Z",
    "America/Los_Angeles",
    "2026-11-27",
  ],
  [
    "is no day east of UTC that has not begun in UTC",
    "2026-11-26T23:59:59Z",
    "Pacific/Tongatapu",
    "2026-11-26",
  ],
  [
    "is today east of UTC once it has begun in UTC",
    "2026-11-27T00:00:00Z",
    "Pacific/Tongatapu",
    "2026-11-27",
  ],
])("the last day with figures %s", (_name, now, timeZone, day) => {
  expect(lastDay(now, timeZone)).toBe(day);
});
