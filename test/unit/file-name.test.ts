import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { safeFileName } from "../../domain/evidence/file-name.rules.ts";
import { cpuMs } from "../support/cpu-ms.ts";

test.each([
  ["Größe.pdf", "Größe.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\temp\\a.docx", "a.docx"],
  ["...hidden", "hidden"],
  [". . hidden .pdf ", "hidden .pdf"],
  [".. / .. /. x.pdf", "x.pdf"],
  [". .", "file"],
  [" ", "file"],
  ["a/", "file"],
  ["\u202e.\u202e.pdf", "pdf"],
  ["a\u0000\u200f.pdf\n", "a.pdf"],
  ["a\u202egpj.exe", "agpj.exe"],
  ["e\u0301.pdf", "é.pdf"],
  ["e\u200e\u0301.pdf", "é.pdf"],
  ["a\ud800.pdf", "a\ufffd.pdf"],
  ["", "file"],
])("%j is stored as %j", (offered, kept) => expect(safeFileName(offered)).toBe(kept));

test.each([
  ["a long name keeps its extension", `${"a".repeat(300)}.pdf`, `${"a".repeat(196)}.pdf`],
  ["letters of several bytes stay whole", `${"監".repeat(100)}.pdf`, `${"監".repeat(65)}.pdf`],
  ["surrogate pairs stay whole", `${"\u{1F512}".repeat(100)}.pdf`, `${"\u{1F512}".repeat(49)}.pdf`],
  ["text that does not look like an extension is part of the name", "b".repeat(300), "b".repeat(200)],
])("%s", (_what, offered, kept) => expect(safeFileName(offered)).toBe(kept));

test("a name keeps to its limits, and is stored under itself when it is sent again", () => {
  const pieces = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 5 }),
    fc.constantFrom("/", "\\", ".", "..", " ", "\u202e", "\u200e", "\u0301", "\ud800", "\0", ".pdf"),
    fc.constantFrom("a", "é", "監", "\u{1F512}").map((letter) => letter.repeat(70)),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const name = safeFileName(parts.join(""));
      expect(name).not.toMatch(/^[.\s]|[\p{Cc}/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]|\s$|^$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      expect(name.isWellFormed()).toBe(true);
      expect(name.normalize("NFC")).toBe(name);
      expect(safeFileName(name)).toBe(name);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["letters", "a".repeat(2_000_000)],
  ["combining marks", `a${"\u0323\u0301".repeat(500_000)}.pdf`],
  ["dots and slashes", "./".repeat(1_000_000)],
  ["spaces", `a${" ".repeat(1_000_000)}b`],
])("two million %s are shortened at once", async (_what, offered) => {
  let name = "";
  expect(await cpuMs(() => (name = safeFileName(offered)))).toBeLessThan(2_000);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
});
