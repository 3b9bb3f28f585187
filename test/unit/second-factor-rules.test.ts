import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  RECOVERY_LENGTH,
  RECOVERY_LETTERS,
  readCode,
  showRecoveryCode,
  waitAfter,
} from "../../domain/identity/second-factor.rules.ts";
import {
  USER_CODE_LENGTH,
  USER_CODE_LETTERS,
  readUserCode,
  showUserCode,
} from "../../domain/identity/user-code.rules.ts";

const textOf = (letters: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...letters.split("")), minLength: length, maxLength: length });
const recoveryCodes = textOf(RECOVERY_LETTERS, RECOVERY_LENGTH);
const separators = fc.constantFrom("", " ", "-", " - ", "\t", "–", "\u2011", "－", "\u3000");
/** As some keyboards write it. */
const wide = (text: string): string =>
  text.replaceAll(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));

/** The text with separators between its characters. */
const apart = (text: string, between: readonly string[]): string =>
  Array.from(text, (char, index) => char + (between[index % Math.max(between.length, 1)] ?? "")).join("");

describe("a typed code", () => {
  test.each([["123456"], ["123 456"], [" 123-456 "], ["1 2 3 4 5 6"], ["123\u00a0456"], ["123456\n"]])(
    "%j is one of the authenticator app",
    (typed) => {
      expect(readCode(typed)).toEqual({ totp: "123456" });
    },
  );

  test.each([wide("123456"), wide("123 456"), "123–456", "123\u2011456"])(
    "%j is one as well, from a keyboard or a program that replaces characters",
    (typed) => expect(readCode(typed)).toEqual({ totp: "123456" }),
  );

  test("of a device may be typed in any width", () => {
    expect(readUserCode(wide("wdjb-mjht"))).toBe("WDJBMJHT");
  });

  test("keeps the leading zeros of an authenticator app", () => {
    expect(readCode("000 007")).toEqual({ totp: "000007" });
  });

  test.each([
    ["12345", "12345"],
    ["1234567", "1234567"],
    ["12345a", "12345A"],
    ["\u0661\u0662\u0663\u0664\u0665\u0666", "\u0661\u0662\u0663\u0664\u0665\u0666"],
    ["", ""],
  ])("%j is no code of an authenticator app", (typed, recovery) => {
    expect(readCode(typed)).toEqual({ recovery });
  });

  test.each([
    ["o0O", "000"],
    ["i1I", "111"],
    ["l1L", "111"],
    ["abc-def", "ABCDEF"],
  ])("%j is read as the recovery code %s", (typed, recovery) => {
    expect(readCode(typed)).toEqual({ recovery });
  });

  test("is the recovery code that was shown, in any case and with any separators", () => {
    fc.assert(
      fc.property(recoveryCodes, fc.array(separators), fc.boolean(), (code, between, isLower) => {
        fc.pre(!/^\d{6}$/.test(code));
        const typed = apart(showRecoveryCode(code), between);
        expect(readCode(isLower ? typed.toLowerCase() : typed)).toEqual({ recovery: code });
        expect(readCode(wide(typed))).toEqual({ recovery: code });
      }),
    );
  });
});

describe("a recovery code", () => {
  test("is shown in four groups of six", () => {
    expect(showRecoveryCode("ABCDEFGHJKMNPQRSTVWXYZ01")).toBe("ABCDEF-GHJKMN-PQRSTV-WXYZ01");
  });

  test("has no letters that look alike", () => {
    for (const letter of RECOVERY_LETTERS) expect(readCode(letter)).toEqual({ recovery: letter });
  });

  test("carries at least 112 bits, as a fast hash requires", () => {
    expect(new Set(RECOVERY_LETTERS).size).toBe(RECOVERY_LETTERS.length);
    expect(RECOVERY_LENGTH * Math.log2(RECOVERY_LETTERS.length)).toBeGreaterThanOrEqual(112);
  });
});

describe("the delay after wrong codes", () => {
  test.each([
    [0, 0],
    [4, 0],
    [5, 30],
    [6, 60],
    [7, 120],
    [9, 480],
    [10, 900],
    [5_000, 900],
  ])("after %d of them is %d s", (failures, seconds) => expect(waitAfter(failures)).toBe(seconds));

  test("never gets shorter with a further wrong code", () => {
    fc.assert(
      fc.property(fc.nat(), (failures) =>
        expect(waitAfter(failures + 1)).toBeGreaterThanOrEqual(waitAfter(failures)),
      ),
    );
  });
});

describe("the code of a device", () => {
  test("is read as shown, in any case and with any separators", () => {
    fc.assert(
      fc.property(textOf(USER_CODE_LETTERS, USER_CODE_LENGTH), fc.array(separators), (code, between) => {
        expect(readUserCode(apart(showUserCode(code), between))).toBe(code);
        expect(readUserCode(code.toLowerCase())).toBe(code);
      }),
    );
  });

  test.each([["WDJB-MJHT"], ["wdjb mjht"], ["W.D.J.B.M.J.H.T"], ["  WDJBMJHT  "]])(
    "may be typed as %j",
    (typed) => expect(readUserCode(typed)).toBe("WDJBMJHT"),
  );

  test.each([[""], ["WDJB"], ["WDJB-MJHTX"], ["12345678"], ["WDJB-MJH7"]])("cannot be %j", (typed) =>
    expect(readUserCode(typed)).toBeNull(),
  );

  test("has no vowels, so that it spells no word", () => {
    expect(USER_CODE_LETTERS).not.toMatch(/[AEIOUY]/);
    expect(new Set(USER_CODE_LETTERS).size).toBe(20);
  });
});
