import { randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { randomSecret } from "../../domain/random-secret.ts";
import { createSecretBox, isSameText, open, seal } from "../../platform/crypto/crypto.ts";

const key = randomBytes(32);
const CONTEXT = "integration:slack";
const texts = fc.string({ unit: "grapheme", maxLength: 60 });

/** The sealed text with one bit flipped. */
function flipped(sealed: string, bit: number): string {
  const bytes = Buffer.from(sealed, "base64");
  const at = Math.floor(bit / 8) % bytes.length;
  bytes[at] = bytes[at]! ^ (1 << (bit % 8));
  return bytes.toString("base64");
}

describe("a sealed text", () => {
  test("opens with the same key and context", () => {
    fc.assert(
      fc.property(texts, texts, (plain, context) =>
        expect(open(key, seal(key, plain, context), context)).toBe(plain),
      ),
    );
  });

  test("does not open after any bit has changed", () => {
    const sealed = seal(key, "xoxb-1234", CONTEXT);
    fc.assert(
      fc.property(fc.nat(), (bit) => expect(() => open(key, flipped(sealed, bit), CONTEXT)).toThrow()),
    );
  });

  test("does not open elsewhere, so that it cannot be moved to another row", () => {
    expect(() => open(key, seal(key, "a", CONTEXT), "integration:n8n")).toThrow();
    expect(() => open(key, seal(key, "a", CONTEXT), "")).toThrow();
  });

  test("does not open with another key", () => {
    expect(() => open(randomBytes(32), seal(key, "a", CONTEXT), CONTEXT)).toThrow();
  });

  test.each(["", "AAAA", "not base64 at all!"])("does not open as %j", (sealed) =>
    expect(() => open(key, sealed, CONTEXT)).toThrow(),
  );

  test.each(["xoxb-1234", ""])("that was shortened does not open: %j", (plain) => {
    const bytes = Buffer.from(seal(key, plain, CONTEXT), "base64");
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => open(key, bytes.subarray(0, length).toString("base64"), CONTEXT)).toThrow();
  });

  test("opens after a new version was installed", () => {
    const stored = "FbwZDTRIKaZ341DLx91aS1NMkIbPHym/Oz7N5N+7u49OKla0WQ==";
    expect(open(Buffer.alloc(32, 1), stored, CONTEXT)).toBe("xoxb-1234");
  });

  test("differs each time, and shows nothing of its text", () => {
    const sealed = Array.from({ length: 50 }, () => seal(key, "the same secret", CONTEXT));
    expect(new Set(sealed).size).toBe(50);
    for (const one of sealed)
      expect(Buffer.from(one, "base64").toString("latin1")).not.toContain("the same secret");
  });

  test("opens in another box with the same key", () => {
    const box = createSecretBox(key);
    expect(box.open(CONTEXT, box.seal(CONTEXT, "grün"))).toBe("grün");
    expect(() => box.open("integration:n8n", box.seal(CONTEXT, "grün"))).toThrow();
    expect(() => createSecretBox(randomBytes(32)).open(CONTEXT, box.seal(CONTEXT, "grün"))).toThrow();
  });
});

describe("the comparison of secrets", () => {
  test("agrees with equality", () => {
    fc.assert(fc.property(texts, texts, (a, b) => expect(isSameText(a, b)).toBe(a === b)));
    fc.assert(fc.property(texts, (text) => expect(isSameText(text, `${text}`)).toBe(true)));
  });

  test.each([
    ["abc", "abcd"],
    ["abc", "ab"],
    ["abc", ""],
    ["é", "e\u0301"],
    ["ü", "xx"],
  ])("of %j and %j finds a difference", (a, b) => expect(isSameText(a, b)).toBe(false));
});

describe("a random secret", () => {
  test("is safe in a URL, and has the requested number of bytes", () => {
    for (const bytes of [1, 16, 32, 64]) {
      const secret = randomSecret(bytes);
      expect(secret).toMatch(/^[\w-]+$/);
      expect(Buffer.from(secret, "base64url")).toHaveLength(bytes);
    }
    expect(Buffer.from(randomSecret(), "base64url")).toHaveLength(32);
  });

  test("never repeats", () =>
    expect(new Set(Array.from({ length: 200 }, () => randomSecret())).size).toBe(200));
});
