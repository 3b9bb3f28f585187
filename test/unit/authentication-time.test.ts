import { describe, expect, test } from "@jest/globals";
import { authenticationTime } from "../../domain/identity-providers/authentication-time.rules.ts";

const NOW = new Date("2026-11-26T12:00:00Z");
const MINUTE_MS = 60_000;
const timeOf = (minutesAgo: number | null, again: boolean, isBelieved = false) => {
  const stated = minutesAgo === null ? null : NOW.getTime() - minutesAgo * MINUTE_MS;
  return authenticationTime(stated, { again, isBelieved }, NOW);
};

describe("when a user authenticated at a provider", () => {
  test("is what the provider states, and never in the future", () => {
    expect(timeOf(60, false)).toEqual(new Date("2026-11-26T11:00:00Z"));
    expect(timeOf(-5, false)).toEqual(NOW);
  });

  test("is unknown if it states nothing, which does not suffice if it was made to ask and is not believed", () => {
    expect(timeOf(null, false)).toBeNull();
    expect(timeOf(null, false, true)).toBeNull();
    expect(timeOf(null, true)).toBe("not stated");
    expect(timeOf(null, true, true)).toEqual(NOW);
    expect(timeOf(10.6, true, true)).toBe("too old");
  });

  test("is too old if it was made to ask and did not, within what clocks may differ", () => {
    expect(timeOf(10.4, true)).toEqual(new Date(NOW.getTime() - 10.4 * MINUTE_MS));
    expect(timeOf(10.6, true)).toBe("too old");
  });
});
