import { expect, test } from "@jest/globals";
import { judgeQuality, type QualityFacts } from "../../domain/evidence/quality.rules.ts";

const facts: QualityFacts = {
  characters: 5_000,
  pages: 9,
  ocr: false,
  partial: false,
  dates: ["2026-03-31"],
  period: { start: "2026-01-01", end: "2026-12-31" },
  relevance: 0.6,
  duplicateOf: null,
  rejectedAs: null,
  description: "Who may do what in the ledger",
  namesResponsible: true,
};
const readable = (change: Partial<QualityFacts>) => {
  const { points, message } = judgeQuality({ ...facts, ...change }).reasons[0]!;
  return [points, message];
};

test("a completely read file with everything gets all points", () =>
  expect(judgeQuality(facts).score).toBe(100));

test("a file that was rejected before is not original, and is named as such", () => {
  const rejectedAs = { title: "Leavers", note: "Not signed" };
  const { reasons } = judgeQuality({ ...facts, duplicateOf: "Leavers again", rejectedAs });
  expect(reasons.find(({ check }) => check === "original")).toEqual({
    check: "original",
    points: 0,
    of: 10,
    message: 'The same file was rejected before as "Leavers": Not signed',
    result: "rejected_before",
    values: rejectedAs,
  });
});

test("text that was not read, or came from OCR, costs points and is reported", () => {
  const read = "5000 characters of text were read";
  const guessed = ", by character recognition: upload the original document if there is one";
  const missing = "; parts of the file were not: its warnings say which";
  expect(readable({})).toEqual([25, read]);
  expect(readable({ ocr: true })).toEqual([20, read + guessed]);
  expect(readable({ partial: true })).toEqual([15, read + missing]);
  expect(readable({ ocr: true, partial: true })).toEqual([12, read + guessed + missing]);
  expect(readable({ characters: 0 })).toEqual([0, "No text could be read"]);
});
