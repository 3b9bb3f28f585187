import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { fitsWell, judge, pick } from "../../domain/answers/judge-statements.rules.ts";
import type { Passage } from "../../domain/answers/passage.ts";
import { statementsFor } from "../../domain/answers/statements-for.rules.ts";
import { isRecord, statementsOf } from "../../domain/answers/statements.rules.ts";

let made = 0;
const passageOf = (text: string, more: Partial<Passage> = {}): Passage => ({
  evidenceId: "e1",
  chunkId: `e1_${String((made += 1)).padStart(5, "0")}`,
  title: "Backup policy",
  fileName: "backup.pdf",
  page: 1,
  heading: "Backups",
  text,
  similarity: 0.7,
  ...more,
});
const sentencesOf = (text: string): string[] => statementsOf(passageOf(text)).map(({ sentence }) => sentence);
const compact = (text: string): string => text.replaceAll(/\s+/g, "");

/** Lines in the forms that documents have. */
const lines = fc.array(
  fc.constantFrom(
    "Backups are made every night.",
    "They are kept for thirty",
    "days in another region.",
    "",
    "Retention of backups",
    "- Restores are tested quarterly.",
    "System: ledger; Retention: 30 days; Owner: operations",
    "Version: 3; Owner: Ada; Approved by: Board",
    "Storage; Copies are stored in another region.",
    "Are backups encrypted?",
    "Yes.",
  ),
  { maxLength: 12 },
);

describe("the statements of a passage", () => {
  it("occur in it, in order", () => {
    fc.assert(
      fc.property(lines, (text) => {
        const statements = statementsOf(passageOf(text.join("\n")));
        let rest = compact(text.join("\n"));
        for (const { sentence } of statements) {
          const at = rest.indexOf(compact(sentence));
          expect(at).toBeGreaterThanOrEqual(0);
          rest = rest.slice(at + compact(sentence).length);
        }
      }),
    );
  });

  it("are neither questions nor too short to mean anything", () => {
    fc.assert(
      fc.property(lines, (text) => {
        for (const sentence of sentencesOf(text.join("\n"))) expect(sentence).not.toMatch(/\?$|^Yes\.$/);
      }),
    );
  });

  it.each([
    ["a wrapped sentence", "Backups are kept for thirty\ndays in another region.", 1],
    [
      "a sentence after an empty line",
      "Backups are kept for thirty days\n\nin another region, for safety.",
      1,
    ],
    ["two sentences", "Backups are made every night. Restores are tested every quarter.", 2],
    ["list items", "- Backups are made every night\n- Restores are tested every quarter", 2],
    ["rows", "System: ledger; Retention: 30 days\nSystem: payroll; Retention: 90 days", 2],
  ])("keep %s", (_name, text, count) => {
    expect(sentencesOf(text)).toHaveLength(count);
  });

  it.each([
    ["System: ledger; Retention: 30 days", "row"],
    ["Version: 3; Owner: Ada; Approved by: Board", "meta"],
    ["Retention of database backups", "heading"],
    ["Backups are kept for thirty days.", "prose"],
    ["- Backups kept for thirty days", "prose"],
  ])("recognise %j as %s", (text, kind) => {
    expect(statementsOf(passageOf(text))).toMatchObject([{ kind }]);
  });

  it("have the nearest heading first, and remember what precedes them", () => {
    const text =
      "Retention of database backups\n\nBackups are kept for thirty days. They are then deleted permanently by the operations team.";
    const [, first, second] = statementsOf(passageOf(text));
    expect(first).toMatchObject({
      headings: ["Retention of database backups", "Backups"],
      isFirst: true,
      before: "",
    });
    expect(second).toMatchObject({ isFirst: false });
    expect(second!.before).toContain("Backups are kept for thirty days.");
  });

  it("answer the question before them", () => {
    const text = "How long are backups kept; Backups are kept for thirty days.";
    expect(statementsOf(passageOf(text))).toMatchObject([
      { headings: ["How long are backups kept", "", "Backups"] },
    ]);
  });

  it.each([
    ["Ticket: SEC-1; Opened: 2026-03-01; Status: closed", true],
    ["System: ledger; Retention: 30 days", false],
    ["The plan was tested on 2026-03-01 by operations.", false],
  ])("are records of single cases: %j (%p)", (text, expected) => {
    expect(statementsOf(passageOf(text)).map(isRecord)).toEqual([expected]);
  });
});

const BACKUPS = [
  passageOf(
    "Backups are made every night. Backups are kept for thirty days. Restores are tested every quarter.",
  ),
  passageOf("Access rights are reviewed every quarter by the owner.", {
    title: "Access policy",
    heading: "Reviews",
  }),
  passageOf("Laptops are encrypted with a company key.", { title: "Device policy", heading: "Laptops" }),
];
const answersTo = (question: string): string[] =>
  pick(judge(question, BACKUPS)).map(({ statement }) => statement.sentence);

describe("judging statements", () => {
  it.each([
    ["How long are backups kept?", "Backups are kept for thirty days."],
    ["How often are access rights reviewed?", "Access rights are reviewed every quarter by the owner."],
    ["Are laptops encrypted?", "Laptops are encrypted with a company key."],
  ])("puts the answer to %j first", (question, answer) => {
    expect(answersTo(question)[0]).toBe(answer);
  });

  it("sorts all statements, best first, whatever the order of the passages", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(BACKUPS, { minLength: BACKUPS.length }),
        fc.constantFrom("How long are backups kept?", "Who reviews access rights?", "Is it nothing at all?"),
        (passages, question) => {
          const judged = judge(question, passages);
          expect(judged).toHaveLength(5);
          const scores = judged.map(({ score }) => score);
          expect(scores).toEqual(scores.toSorted((a, b) => b - a));
          for (const { coverage } of judged) expect(coverage >= 0 && coverage <= 1).toBe(true);
        },
      ),
    );
  });

  it("takes the time of a deletion as the answer to how long something is kept", () => {
    const passages = [passageOf("Logs are deleted after ninety days.", { heading: "Logs" })];
    expect(judge("How long are logs kept?", passages)[0]!.coverage).toBeGreaterThan(0.8);
  });

  it("does not answer with the holder of another office", () => {
    const passages = [
      passageOf("The data protection officer is Ada Lovelace.", { heading: "Roles" }),
      passageOf("The security officer is Grace Hopper.", { heading: "Roles" }),
    ];
    const found = judge("Who is our security officer?", passages).map(({ statement }) => statement.sentence);
    expect(found).toEqual(["The security officer is Grace Hopper."]);
  });
});

describe("picking statements", () => {
  it("picks at most three, each sentence once, none far below the best", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ n: fc.nat(3), score: fc.double({ min: -1, max: 3, noNaN: true }) }), {
          maxLength: 8,
        }),
        (rows) => {
          const [statement] = statementsOf(BACKUPS[0]!);
          const judged = rows
            .map(({ n, score }) => ({
              statement: { ...statement!, sentence: `Sentence ${n}` },
              coverage: 1,
              score,
            }))
            .toSorted((a, b) => b.score - a.score);
          const picked = pick(judged);
          const sentences = picked.map((one) => one.statement.sentence);
          expect(picked.length).toBeLessThanOrEqual(3);
          expect(new Set(sentences).size).toBe(sentences.length);
          for (const { score } of picked) expect(score > 0 && score >= judged[0]!.score * 0.8).toBe(true);
          expect(picked.length > 0).toBe((judged[0]?.score ?? 0) > 0);
        },
      ),
    );
  });
});

describe("a strict answer", () => {
  it.each([
    ["Backups are kept for thirty days.", true],
    ["Backups are kept for a hundred and twenty days.", true],
    ["Backups are kept for 30 days.", true],
    ["Backups are made every night.", false],
    ["Backups are kept safe.", false],
  ])("to how long backups are kept accepts %j: %p", (text, expected) => {
    const [judged] = judge("How long are backups kept?", [passageOf(text, { heading: null })]);
    expect(fitsWell("How long are backups kept?")(judged!)).toBe(expected);
  });

  it.each([
    ["Restores are tested every two weeks.", true],
    ["Restores are tested quarterly.", true],
    ["Restores are tested once a year.", true],
    ["Restores are tested for all 14 systems.", false],
    ["Every restore of a server is tested.", false],
  ])("to how often restores are tested accepts %j: %p", (text, expected) => {
    const [judged] = judge("How often are restores tested?", [passageOf(text, { heading: null })]);
    expect(fitsWell("How often are restores tested?")(judged!)).toBe(expected);
  });

  it("accepts anything if the question asks for no time, amount or place", () => {
    const [judged] = judge("Are backups encrypted?", [passageOf("Laptops have a company key.")]);
    expect(fitsWell("Are backups encrypted?")(judged!)).toBe(true);
  });
});

describe("statements for a question", () => {
  it("are none if the passages share too few of its words", () => {
    expect(statementsFor("Is there a whistleblowing hotline?", BACKUPS)).toEqual([]);
  });

  it("are none if the passage is too dissimilar, even with all words", () => {
    const passages = [passageOf("Backups are kept for thirty days.", { similarity: 0.1 })];
    expect(statementsFor("How long are backups kept?", passages)).toEqual([]);
  });

  it("prefer rules to records of single cases", () => {
    const record = passageOf("Backup: ledger; Restored: 2026-03-01; Restore tested: yes");
    const rule = passageOf("The restore of each backup must be tested every quarter.");
    const question = "How often must the restore of a backup be tested?";
    const found = statementsFor(question, [record, rule]).map(({ sentence }) => sentence);
    expect(found).toEqual(["The restore of each backup must be tested every quarter."]);
  });

  it("say how often something is done, not for how many things", () => {
    const passages = [
      passageOf("The owner confirmed the access rights of every account and reviewed them.", {
        heading: null,
      }),
      passageOf("Logical access must be reviewed every 3 months.", { heading: "Rights" }),
    ];
    const question = "How often are access rights reviewed?";
    expect(statementsFor(question, passages).map(({ sentence }) => sentence)).toEqual([
      "Logical access must be reviewed every 3 months.",
    ]);
    const [related] = passages;
    expect(statementsFor(question, [related!])).toHaveLength(1);
  });

  it("summarise a document by the first statement of each section", () => {
    const passages = [
      passageOf("Backups are made every night. They cover all databases of production."),
      passageOf("Restores are tested every quarter. A report is filed for each test.", {
        heading: "Restores",
      }),
    ];
    expect(statementsFor("Summarise the backup policy", passages).map(({ sentence }) => sentence)).toEqual([
      "Backups are made every night.",
      "Restores are tested every quarter.",
    ]);
  });
});
