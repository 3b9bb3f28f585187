import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  datesIn,
  judgeQuality,
  namesResponsible,
  type QualityFacts,
  type QualityReason,
} from "../../domain/evidence/quality.rules.ts";

describe("the dates in a text", () => {
  test.each<[string, string[]]>([
    ["Reviewed on 2026-03-31.", ["2026-03-31"]],
    ["31 March 2026", ["2026-03-31"]],
    ["March 31, 2026", ["2026-03-31"]],
    ["31st march 2026", ["2026-03-31"]],
    ["the 1st May, 2026", ["2026-05-01"]],
    ["the 1st of May 2026", ["2026-05-01"]],
    ["2 of\u00a0May\u202f2026", ["2026-05-02"]],
    ["31 of June 2026", []],
    ["one of May 2026", []],
    ["2026\u201103\u201131", ["2026-03-31"]],
    ["2026\u201003\u201031", ["2026-03-31"]],
    ["2026–03–31", []],
    ["DECEMBER 9 1999", ["1999-12-09"]],
    ["29 February 2024", ["2024-02-29"]],
    ["31\nMarch\n2026", ["2026-03-31"]],
    ["2026-03-31T12:00:00Z login of root", ["2026-03-31"]],
    ["2026-03-31 12:00:00 login of root", ["2026-03-31"]],
    ["2026-03-31Test", []],
    ["2026-03-310", []],
    ["2026-03-31 and 31 March 2026 are one", ["2026-03-31"]],
    ["from 2026-01-01 to 2026-12-31", ["2026-01-01", "2026-12-31"]],
    ["03/04/2026", []],
    ["March 2026", []],
    ["2026-13-01", []],
    ["2026-00-10", []],
    ["2026-01-32", []],
    ["12026-01-01", []],
    ["2126-01-01", []],
    ["1 Marchy 2026", []],
    ["", []],
  ])("%j are %j", (text, dates) => expect(datesIn(text)).toEqual(dates));

  test.each([
    "2026-02-30",
    "2026-02-29",
    "2026-04-31",
    "31 June 2026",
    "February 30, 2026",
    "99 March 2026",
    "0 March 2026",
  ])("do not include %s, which does not exist", (text) => expect(datesIn(text)).toEqual([]));

  test("include every day of a century, as ISO 8601 and in words", () => {
    const days = fc.date({ min: new Date("1900-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.boolean(), (day, isBritish) => {
        const date = day.toISOString().slice(0, 10);
        const words = day.toLocaleDateString(isBritish ? "en-GB" : "en-US", {
          dateStyle: "long",
          timeZone: "UTC",
        });
        expect(datesIn(`Approved ${date}, that is ${words}.`)).toEqual([date]);
        expect(datesIn(words)).toEqual([date]);
      }),
    );
  });
});

describe("a text", () => {
  test.each([
    "Approved by the board",
    "reviewed by A. Smith",
    "authorised by me",
    "authorized by me",
    "Owner: IT",
    "the CISO",
    "a system administrator",
    "Author",
  ])("%j names who is responsible", (text) => expect(namesResponsible(text)).toBe(true));

  test.each(["", "ownership", "co-authored", "managers", "approved", "bypass", "the officers' mess"])(
    "%j names no one",
    (text) => expect(namesResponsible(text)).toBe(false),
  );
});

const facts = (change: Partial<QualityFacts> = {}): QualityFacts => ({
  characters: 1_000,
  ocr: false,
  hardToRead: false,
  partial: false,
  dates: ["2026-02-01"],
  period: { start: "2026-01-01", end: "2026-03-31" },
  relevance: 0.5,
  duplicateOf: null,
  rejectedAs: null,
  description: "What this file shows about access",
  namesResponsible: true,
  ...change,
});
const pointsOf = (check: QualityReason["check"], change: Partial<QualityFacts>) =>
  judgeQuality(facts(change)).reasons.find((reason) => reason.check === check)!.points;

describe("the quality of evidence", () => {
  test.each<[QualityReason["check"], Partial<QualityFacts>, number]>([
    ["readable", { characters: 0 }, 0],
    ["readable", { characters: 100 }, 13],
    ["readable", { characters: 199 }, 25],
    ["readable", { characters: 200 }, 25],
    ["readable", { characters: 1e9 }, 25],
    ["readable", { ocr: true }, 20],
    ["readable", { partial: true }, 15],
    ["readable", { ocr: true, partial: true }, 12],
    ["readable", { ocr: true, hardToRead: true }, 13],
    ["dated", { dates: [] }, 0],
    ["dated", {}, 15],
    ["in_period", { dates: ["2026-01-01"] }, 15],
    ["in_period", { dates: ["2026-03-31"] }, 15],
    ["in_period", { dates: ["2025-12-31", "2026-04-01"] }, 0],
    ["in_period", { dates: ["2025-12-31", "2026-03-01"] }, 15],
    ["in_period", { dates: [], period: { start: null, end: null } }, 15],
    ["in_period", { dates: ["1999-01-01"], period: { start: null, end: "2026-03-31" } }, 15],
    ["in_period", { dates: ["2099-01-01"], period: { start: "2026-01-01", end: null } }, 15],
    ["in_period", { dates: [], period: { start: "2026-01-01", end: null } }, 0],
    ["relevant", { relevance: null }, 0],
    ["relevant", { relevance: -1 }, 0],
    ["relevant", { relevance: 0.1 }, 0],
    ["relevant", { relevance: 0.275 }, 13],
    ["relevant", { relevance: 0.45 }, 25],
    ["relevant", { relevance: 1 }, 25],
    ["original", {}, 10],
    ["original", { duplicateOf: "Policy" }, 0],
    ["original", { rejectedAs: { title: "Policy", note: "" } }, 0],
    ["descriptive", {}, 10],
    ["descriptive", { description: "x".repeat(19) }, 5],
    ["descriptive", { description: "x".repeat(20) }, 10],
    ["descriptive", { description: ` ${"x".repeat(19)} ` }, 5],
    ["descriptive", { namesResponsible: false }, 5],
    ["descriptive", { description: "", namesResponsible: false }, 0],
  ])("for %s of %j is %d points", (check, change, points) => expect(pointsOf(check, change)).toBe(points));

  const anyFacts = fc.record<QualityFacts>({
    characters: fc.nat(),
    ocr: fc.boolean(),
    hardToRead: fc.boolean(),
    partial: fc.boolean(),
    dates: fc.array(fc.constantFrom("2025-12-31", "2026-01-01", "2026-02-14", "2026-04-01")),
    period: fc.record({
      start: fc.option(fc.constant("2026-01-01")),
      end: fc.option(fc.constant("2026-03-31")),
    }),
    relevance: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
    duplicateOf: fc.option(fc.string()),
    rejectedAs: fc.option(fc.record({ title: fc.string(), note: fc.string() })),
    description: fc.string({ maxLength: 40 }),
    namesResponsible: fc.boolean(),
  });

  test("is the sum of six checks, whole points from 0 to 100, whatever the order of the dates", () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const { score, reasons } = judgeQuality(given);
        expect(reasons.reduce((sum, { of }) => sum + of, 0)).toBe(100);
        expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBe(score);
        for (const { points, of, message } of reasons) {
          expect(Number.isInteger(points) && points >= 0 && points <= of).toBe(true);
          expect(message).not.toBe("");
        }
        expect(judgeQuality({ ...given, dates: given.dates.toReversed() })).toEqual({ score, reasons });
      }),
    );
  });

  test("never falls when a file gets better", () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const read = { ocr: false, hardToRead: false, partial: false };
        const better = { ...given, ...read, duplicateOf: null, rejectedAs: null };
        expect(judgeQuality(better).score).toBeGreaterThanOrEqual(judgeQuality(given).score);
        const more = { ...given, characters: given.characters + 1, namesResponsible: true };
        expect(judgeQuality(more).score).toBeGreaterThanOrEqual(judgeQuality(given).score);
      }),
    );
  });

  test.each([
    [0.1 + 0.35 * 0.78, "clearly covers"],
    [0.1 + 0.35 * 0.75, "partly covers"],
    [0.1 + 0.35 * 0.32, "partly covers"],
    [0.1 + 0.35 * 0.28, "hardly covers"],
  ])("with the relevance %d reports that the content %s its control", (relevance, words) => {
    const { reasons } = judgeQuality(facts({ relevance, characters: 0 }));
    const messages = reasons.map(({ message }) => message).join("\n");
    expect(messages).toContain(`The content ${words}`);
    expect(messages).toContain("No text could be read");
  });

  test("names the newest date, and the earlier rejection before the duplicate", () => {
    const { reasons } = judgeQuality(
      facts({
        dates: ["2026-02-01", "2026-03-01", "2026-01-01"],
        duplicateOf: "Copy",
        rejectedAs: { title: "Old", note: "blurred" },
      }),
    );
    const messages = reasons.map(({ message }) => message).join("\n");
    expect(messages).toContain("Dated 2026-03-01");
    expect(messages).toContain('rejected before as "Old": blurred');
    expect(messages).not.toContain("Copy");
  });
});
