import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { cleanText } from "../../extraction/parser/clean-text.ts";

describe("the text of a file", () => {
  test.each([
    ["infor\u00admation", "information"],
    ["pass\u200bword", "password"],
    ["\ufeffTitle", "Title"],
    ["access \u00ad\u200b rights", "access rights"],
    ["\u00ad", ""],
    ["ﬁle o\ufb03ce", "file office"],
    ["a\u0000b\u0007c", "a b c"],
    [" \t a\u00a0\u2003b\u2028c\u0085d \n", "a b c d"],
    ["a\ud800b", "a\ufffdb"],
    ["\u{1F512} é 監査", "\u{1F512} é 監査"],
    ["क्षि \u200cfa\u200dmily", "क्षि \u200cfa\u200dmily"],
    ["", ""],
  ])("%j is read as %j", (text, clean) => expect(cleanText(text)).toBe(clean));

  test("is one line that can be stored, and is not changed when it is read again", () => {
    const pieces = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 5 }),
      fc.constantFrom("\ud800", "\udc00", "\0", "\u00ad", "\u200b", "\ufeff", "\ufffe", "\uffff", "ﬁ", " "),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const clean = cleanText(parts.join(""));
        expect(clean.isWellFormed()).toBe(true);
        // Single spaces within, no other white space, and nothing invisible.
        expect(clean).toMatch(/^(?:[^\s\p{Cc}\u00ad\u200b\ufeff\ufffe\uffffﬀ-ﬆ]+(?: (?!$)|$))*$/u);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });
});
