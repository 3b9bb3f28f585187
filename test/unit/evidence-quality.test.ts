import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { judgeQuality, type QualityFacts, type QualityReason } from "../../domain/evidence/quality.rules.ts";

const facts: QualityFacts = {
  characters: 5_000,
  ocr: false,
  hardToRead: false,
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
  const hard =
    ", by character recognition from pictures that are hard to read: compare it with the file, or upload the original document";
  expect(readable({ ocr: true, hardToRead: true })).toEqual([13, read + hard]);
  expect(readable({ ocr: true, hardToRead: true, partial: true })).toEqual([8, read + hard + missing]);
  expect(readable({ partial: true })).toEqual([15, read + missing]);
  expect(readable({ ocr: true, partial: true })).toEqual([12, read + guessed + missing]);
  expect(readable({ characters: 0 })).toEqual([0, "No text could be read"]);
});

const reasonOf = (check: QualityReason["check"], change: Partial<QualityFacts>): [number, string] => {
  const { points, message } = judgeQuality({ ...facts, ...change }).reasons.find(
    (one) => one.check === check,
  )!;
  return [points, message];
};

test.each<[number, number]>([
  [1, 0],
  [4, 1],
  [100, 13],
  [196, 25],
  [199, 25],
  [200, 25],
  [Number.MAX_SAFE_INTEGER, 25],
])("%d characters of text are worth %d points", (characters, points) => {
  expect(readable({ characters })[0]).toBe(points);
});

test("a single character is counted as one", () => {
  expect(readable({ characters: 1 })[1]).toBe("1 character of text was read");
});

test.each<[string | null, string | null, string[], number]>([
  [null, null, [], 15],
  ["2026-01-01", "2026-12-31", [], 0],
  ["2026-01-01", "2026-12-31", ["2025-12-31"], 0],
  ["2026-01-01", "2026-12-31", ["2026-01-01"], 15],
  ["2026-01-01", "2026-12-31", ["2026-12-31"], 15],
  ["2026-01-01", "2026-12-31", ["2027-01-01"], 0],
  ["2026-01-01", "2026-12-31", ["2025-12-31", "2027-01-01"], 0],
  ["2026-01-01", "2026-12-31", ["2027-01-01", "2026-06-01"], 15],
  ["2028-02-29", "2028-02-29", ["2028-02-29"], 15],
  ["2026-01-01", null, ["2025-12-31"], 0],
  ["2026-01-01", null, ["2026-01-01"], 15],
  [null, "2026-12-31", ["2026-12-31"], 15],
  [null, "2026-12-31", ["2027-01-01"], 0],
])("in the period from %s to %s, the dates %j are worth %d points", (start, end, dates, points) => {
  expect(reasonOf("in_period", { period: { start, end }, dates })[0]).toBe(points);
});

test.each([
  ["2026-01-01", "2026-12-31", "2026-01-01 to 2026-12-31"],
  ["2026-01-01", null, "from 2026-01-01"],
  [null, "2026-12-31", "until 2026-12-31"],
])("the period from %s to %s is described as %j", (start, end, period) => {
  expect(reasonOf("in_period", { period: { start, end }, dates: [] })[1]).toBe(
    `No date lies inside the period ${period}`,
  );
});

test("evidence is dated by its newest date, in whatever order the text has them", () => {
  expect(reasonOf("dated", { dates: ["2026-03-31", "2025-12-31", "2026-10-01"] })).toEqual([
    15,
    "Dated 2026-10-01",
  ]);
  expect(reasonOf("dated", { dates: [] })[0]).toBe(0);
});

test("a later date, such as that of the next review, does not count as the document's date", () => {
  const dates = ["2027-11-26", "2026-11-26"];
  const period = { start: null, end: "2027-05-25" };
  expect(reasonOf("dated", { period, dates })[1]).toBe("Dated 2026-11-26");
  expect(reasonOf("dated", { period, dates: ["2027-11-26"] })[1]).toBe("Dated 2027-11-26");
  expect(reasonOf("dated", { period: { start: null, end: null }, dates })[1]).toBe("Dated 2027-11-26");
});

test.each<[number | null, number, string]>([
  [null, 0, "hardly"],
  [-1, 0, "hardly"],
  [0.1, 0, "hardly"],
  [0.197, 7, "hardly"],
  [0.212, 8, "partly"],
  [0.372, 19, "partly"],
  [0.38, 20, "clearly"],
  [0.45, 25, "clearly"],
  [1, 25, "clearly"],
])("a similarity of %s is worth %d points and %s covers the control", (relevance, points, how) => {
  expect(reasonOf("relevant", { relevance })).toEqual([
    points,
    `The content ${how} covers what its control requires`,
  ]);
});

test.each<[string, boolean, number, string]>([
  ["x".repeat(20), true, 10, "It states what it shows and who is responsible"],
  ["x".repeat(19), true, 5, "It lacks a description of what it shows"],
  [` ${"x".repeat(19)}\n`, true, 5, "It lacks a description of what it shows"],
  ["x".repeat(20), false, 5, "It lacks who is responsible"],
  ["", false, 0, "It lacks a description of what it shows and who is responsible"],
])(
  "the description %j, with a responsible person: %s, is worth %d points",
  (description, named, points, message) => {
    expect(reasonOf("descriptive", { description, namesResponsible: named })).toEqual([points, message]);
  },
);

test("a score is the sum of whole points, never above a check's, and never falls when a fact improves", () => {
  const worse = fc.record<Partial<QualityFacts>>({
    characters: fc.nat(400),
    ocr: fc.boolean(),
    partial: fc.boolean(),
    dates: fc.subarray(["2025-12-31", "2026-03-31", "2027-01-01"]),
    relevance: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
    duplicateOf: fc.option(fc.constant("Other")),
    description: fc.string({ maxLength: 30 }),
    namesResponsible: fc.boolean(),
  });
  fc.assert(
    fc.property(
      worse,
      fc.constantFrom(...(Object.keys(facts) as (keyof QualityFacts)[])),
      (change, field) => {
        const before = judgeQuality({ ...facts, ...change });
        const after = judgeQuality({ ...facts, ...change, [field]: facts[field] });
        expect(after.score).toBeGreaterThanOrEqual(before.score);
        for (const { points, of } of [...before.reasons, ...after.reasons])
          expect(Number.isInteger(points) && points >= 0 && points <= of).toBe(true);
        expect(before.score).toBe(before.reasons.reduce((sum, { points }) => sum + points, 0));
        expect(before.reasons.reduce((sum, { of }) => sum + of, 0)).toBe(100);
      },
    ),
  );
});
