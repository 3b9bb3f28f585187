import { expect, test } from "@jest/globals";
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
