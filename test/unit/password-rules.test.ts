import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { PASSWORD_MAX, PASSWORD_MIN, passwordProblem } from "../../domain/users/password.rules.ts";
import { argon2Passwords, hashPassword } from "../../platform/crypto/passwords.ts";

const OWNER = { email: "anna.schmidt@example.com", name: "Anna-Maria Schmidt" };
const common = await argon2Passwords.common();

const problem = (password: string) => passwordProblem(password, OWNER, common)?.error ?? null;

describe("a new password", () => {
  test.each([
    ["a sentence", "correct horse battery staple"],
    ["lower case alone", "qpwmxnrtvzlk"],
    ["digits alone, without a pattern", "749302175538"],
    ["any script", "пароль из шести слов"],
    ["emoji", "🦔🌧️📎🎻🧊🚲🪴🥨🔭🪁🧵🛶"],
    ["a common word among others", "my dragon eats seven pears"],
  ])("may be %s", (_name, password) => {
    expect(problem(password)).toBeNull();
  });

  test("is counted in code points, after normalisation", () => {
    expect(problem("🦔🌧📎🎻🧊🚲🪴🥨🔭🪁🧵")).toMatch(/at least 12/);
    const composed = "é".repeat(5) + "vwxyz";
    expect(problem(composed.normalize("NFD"))).toMatch(/at least 12/);
    expect(problem("ab cd ef gh ".repeat(11))).toMatch(/at most 128/);
  });

  test.each([
    "1qaz2wsx3edc",
    "UNBELIEVABLE",
    "Password1234!",
    "!!123Dragon123!!",
    "passwordpassword",
    "Qwerty! Qwerty! ",
    "aaaaaaaaaaaa",
    "abcabcabcabc",
    "abcdefghijkl",
    "zyxwvutsrqpo",
  ])("is refused if it is common: %s", (password) => {
    expect(problem(password)).toMatch(/attackers/);
  });

  test.each([
    "anna.schmidt@example.com",
    "Anna.Schmidt2026",
    "anna maria schmidt",
    "Schmidt-2026-10",
    "Compliance123",
    "complianceCompliance",
    "Compliance Management Service",
  ])("is refused if it is a name: %s", (password) => {
    expect(problem(password)).toMatch(/name/);
  });

  test("is never refused for its character classes", () => {
    const letters = fc.constantFrom(..."bcdfghjkmnpqrtvwxz".split(""));
    const words = fc.array(letters, { minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX });
    fc.assert(
      fc.property(words, (chars) => {
        const found = problem(chars.join(""));
        expect(found === null || /attackers/.test(found)).toBe(true);
      }),
    );
  });
});

describe("hashing", () => {
  test("accepts any Unicode composition of a password, and old hashes of ASCII", async () => {
    const hash = await hashPassword("Über den Wolken é".normalize("NFD"));
    expect(await argon2Passwords.verify(hash, "Über den Wolken é".normalize("NFC"))).toBe(true);
    const old =
      "$argon2id$v=19$m=19456,t=2,p=1$EEBBodddqoo83lWxHRzfAw$YZbiqdBnmxPvPCWL/mE4dnBIXhUGpZ7GdsJqjkRxv5M";
    expect(await argon2Passwords.verify(old, "correct horse battery staple")).toBe(true);
  });

  test("fails without a hash", async () => {
    expect(await argon2Passwords.verify(null, "there is no such account")).toBe(false);
  });
});
