import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { byteRangeOf } from "../../platform/web/byte-range.ts";

test.each([
  ["bytes=0-4", { start: 0, end: 4 }],
  ["Bytes = 5-", { start: 5, end: 9 }],
  ["bytes=5-400", { start: 5, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  // A range beyond the size returns everything.
  ["bytes=-400", { start: 0, end: 9 }],
  ["bytes=9-9", { start: 9, end: 9 }],
  ["bytes=10-", "outside"],
  [`bytes=${"9".repeat(400)}-`, "outside"],
  ["bytes=-0", "outside"],
  ["bytes=5-2", null],
  ["bytes=0-1,4-5", null],
  ["bytes=0-1,", null],
  ["bytes=-", null],
  ["bytes=a-b", null],
  ["bytes=1.5-2", null],
  ["bytes", null],
  ["items=400-", null],
  ["", null],
  [undefined, null],
])("of ten bytes %j is %j", (header, range) => {
  expect(byteRangeOf(header, 10)).toEqual(range);
});

test("a range is what the header names of the bytes that exist", () => {
  const size = fc.nat(20);
  const bound = fc.nat(25);
  fc.assert(
    fc.property(size, bound, bound, (bytes, first, last) => {
      const all = Array.from({ length: bytes }, (_, n) => n);
      const read = (header: string): number[] | null => {
        const range = byteRangeOf(header, bytes);
        if (range === null) return null;
        return range === "outside" ? [] : all.slice(range.start, range.end + 1);
      };
      expect(read(`bytes=${first}-`)).toEqual(all.slice(first));
      expect(read(`bytes=-${last}`)).toEqual(last === 0 ? [] : all.slice(-last));
      expect(read(`bytes=${first}-${last}`)).toEqual(last < first ? null : all.slice(first, last + 1));
    }),
  );
});
