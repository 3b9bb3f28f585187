import fc from "fast-check";
import { expect, test } from "@jest/globals";
import { safeText } from "../../domain/safe-text.rules.ts";

test.each([
  ["see [the policy](https://evil.example/x)", "see the policy"],
  ["![a](https://evil.example/p.png?q=SECRET) b", "a b"],
  ["![a][ref] b\n[ref]: https://evil.example", "a b"],
  ["go to https://evil.example/x now", "go to (address omitted) now"],
  ["go to www.evil.example", "go to (address omitted)"],
  ["click javascript:alert`1`", "click (address omitted)"],
  ["<img src=x onerror=alert(1)>text<script>x", "textx"],
  ["<a href='https://evil.example'>b</a>", "b"],
  ["hid\u200bden \u202eturned\u{e0041}", "hidden turned"],
  ["<<b>script>x", "x"],
  ["<scr<script>ipt src=x>y", "ipt src=x>y"],
  ["java<b>script:alert(1)", "(address omitted))"],
  ["htt[p](a)://evil.example", "(address omitted)"],
  ["[![a](//evil.example/p)](//evil.example/q)", "a"],
  ["![a [b] c](//evil.example/p)", "![a [b] c] (//evil.example/p)"],
  ["[a](//evil.example/((b)))", "[a] (//evil.example/((b)))"],
  ["a\n> [b]:\n//evil.example\nc", "a\n\nc"],
  [`${"a".repeat(60)}://evil.example/x`, `${"a".repeat(20)}(address omitted)`],
  ["<".repeat(50) + "b>".repeat(50) + "x", "b".repeat(42) + "x"],
  ["Every quarter [1]. 3 < 5 and CC6.1 (see page 2)", "Every quarter [1]. 3 < 5 and CC6.1 (see page 2)"],
  ["We keep this data: names, addresses.", "We keep this data: names, addresses."],
  ["Personal data:\n- names", "Personal data:\n- names"],
  ["See data:text/html,alert", "See (address omitted)"],
])("the safe form of %j", (written, expected) => {
  expect(safeText(written)).toBe(expected);
});

test("making a text safe is idempotent", () => {
  const pieces = [
    "<",
    ">",
    "b",
    "/",
    "[",
    "]",
    "(",
    ")",
    "!",
    ":",
    "//",
    "www.",
    "\n",
    " ",
    "data:",
    "\u00a0",
    "\u200b",
  ];
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (text) => safeText(safeText(text)) === safeText(text)),
    { numRuns: 3_000 },
  );
});

// Each took minutes when every possible start was scanned to the end of the text.
test.each(["[", "![", "[a](", "<", "<b", "a.", "\n", "\n[a", "www.", "<a>", "[a]:"])(
  "a long text of %j is made safe at once",
  (piece) => {
    expect(typeof safeText(piece.repeat(400_000 / piece.length))).toBe("string");
  },
  10_000,
);
