import { randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Secret, TOTP } from "otpauth";
import { seal } from "../../platform/crypto/crypto.ts";
import { createTotp, totpContext } from "../../platform/crypto/totp.ts";

const key = randomBytes(32);
const totp = createTotp(key);
const account = { id: "u1", email: "anna@example.com" };
const STEP_MS = 30_000;

/** The secret of the test vectors in RFC 6238, appendix B. */
const RFC_SECRET = Secret.fromLatin1("12345678901234567890").base32;
const sealed = seal(key, RFC_SECRET, totpContext(account.id));
const codeAt = (ms: number) =>
  new TOTP({ secret: Secret.fromBase32(RFC_SECRET) }).generate({ timestamp: ms });
const stepOf = (code: string, ms: number) => totp.stepOf(account, sealed, code, new Date(ms));

describe("a one-time code", () => {
  // The last six of the eight digits in the RFC.
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at second %d is %s, as in RFC 6238", (second, code) => {
    expect(stepOf(code, second * 1_000)).toBe(Math.floor(second / 30));
  });

  const at = Date.UTC(2026, 2, 29, 1, 0, 15);
  const now = Math.floor(at / STEP_MS);

  test.each([
    ["the step before", -1, now - 1],
    ["the current step", 0, now],
    ["the step after", 1, now + 1],
    ["two steps before", -2, null],
    ["two steps after", 2, null],
  ])("of %s has this step", (_name, steps, expected) => {
    expect(stepOf(codeAt(at + steps * STEP_MS), at)).toBe(expected);
  });

  test("has the same step during its whole period, so that it cannot be used twice", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: STEP_MS - 1 }), (ms) =>
        expect(stepOf(codeAt(now * STEP_MS), now * STEP_MS + ms)).toBe(now),
      ),
    );
  });

  test.each(["", "12345", "1234567", "abcdef", "１２３４５６", "-12345", " 12345"])("is not %j", (code) => {
    expect(stepOf(code, at)).toBeNull();
  });
});

describe("the secret of an authenticator app", () => {
  test("has 160 bits, and is sealed for its account", () => {
    const { secret, sealed: own, uri } = totp.create(account);
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: 0 });
    expect(totp.stepOf(account, own, code, new Date(0))).toBe(0);
    expect(() => totp.stepOf({ ...account, id: "u2" }, own, code, new Date(0))).toThrow();
    const url = new URL(uri);
    expect([url.protocol, url.host]).toEqual(["otpauth:", "totp"]);
    expect(decodeURIComponent(url.pathname)).toContain("anna@example.com");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ secret, digits: "6", period: "30" });
  });

  test("differs each time", () => {
    expect(totp.create(account).secret).not.toBe(totp.create(account).secret);
  });
});
