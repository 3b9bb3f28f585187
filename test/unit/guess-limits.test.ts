import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { accountCount, guessCounts, guessDelayMs } from "../../domain/identity/guess-limits.rules.ts";

const NETWORK = "203.0.113.7";

describe("an attempt to guess a secret", () => {
  test("counts for its account at its address, and for the address", () => {
    const counts = guessCounts({ network: NETWORK, accountHash: "h" }, 5);
    expect(counts.map(({ subject, limits }) => [subject, limits.perMinute, limits.perHour])).toEqual([
      [`guess:${NETWORK}:h`, 5, 30],
      [`guess:${NETWORK}`, 150, 900],
    ]);
  });

  test("exempts callers who signed in from there before from the address's limit only", () => {
    const counts = guessCounts({ network: NETWORK, accountHash: "h" }, 5);
    expect(counts.map(({ sparesKnown }) => sparesKnown)).toEqual([false, true]);
  });

  test("without an account counts separately, and exempts no one", () => {
    expect(guessCounts({ network: NETWORK, accountHash: null }, 5)).toEqual([
      { subject: `guess:code:${NETWORK}`, limits: { perMinute: 150, perHour: 900 }, sparesKnown: false },
    ]);
  });

  test("shares no counter with other accounts, addresses or codes, except that of its address", () => {
    const subjects = (network: string, accountHash: string | null) =>
      guessCounts({ network, accountHash }, 5).map(({ subject }) => subject);
    const others = [
      ...subjects(NETWORK, "other"),
      ...subjects("2001:db8::", "h"),
      ...subjects(NETWORK, null),
    ];
    expect(subjects(NETWORK, "h").filter((subject) => others.includes(subject))).toEqual([
      `guess:${NETWORK}`,
    ]);
    expect(others).not.toContain(accountCount("h"));
  });
});

describe("the delay of attempts for one account", () => {
  test.each([
    [0, 0],
    [15, 0],
    [16, 100],
    [20, 500],
    [45, 3_000],
    [10_000, 3_000],
  ])("after %d in a minute is %d ms, with a limit of 5", (attempts, delayMs) =>
    expect(guessDelayMs(attempts, 5)).toBe(delayMs),
  );

  test("never shrinks with more attempts", () => {
    const attempts = fc.nat({ max: 1_000 });
    fc.assert(
      fc.property(attempts, attempts, fc.integer({ min: 1, max: 100 }), (some, more, perMinute) => {
        expect(guessDelayMs(some + more, perMinute)).toBeGreaterThanOrEqual(guessDelayMs(some, perMinute));
      }),
    );
  });
});
