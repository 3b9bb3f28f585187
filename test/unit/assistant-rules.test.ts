import fc from "fast-check";
import { describe, expect, test } from "@jest/globals";
import type { Passage } from "../../domain/answers/passage.ts";
import { extractAnswer } from "../../domain/assistant/extract-answer.rules.ts";
import { historyFor } from "../../domain/assistant/prompt.rules.ts";
import {
  figureQuestionOf,
  controlIn,
  controlMeant,
  spellingsOf,
} from "../../domain/assistant/question.rules.ts";
import { contains, readCitations } from "../../domain/assistant/quotes.rules.ts";
import { acceptedWording } from "../../domain/assistant/reworded.rules.ts";
import { safeText } from "../../domain/safe-text.rules.ts";
import { contentWords } from "../../domain/answers/words.rules.ts";

const passage = (text: string, similarity: number | null = 0.9, chunkId = "a_00000"): Passage => ({
  chunkId,
  evidenceId: "a",
  title: "A file",
  fileName: "a.pdf",
  page: 1,
  heading: null,
  text,
  similarity,
});

test.each([
  ["How often are access rights reviewed?", ["acces", "right", "review"]],
  ["Who owns SRV-0101's disk?", ["own", "srv-0101", "disk"]],
  ["the of and", []],
])("the topic of a text: %s", (text, expected) => {
  expect([...contentWords(text)].toSorted()).toEqual(expected.toSorted());
});

describe("a quote", () => {
  const text = "Rights are “reviewed”\nevery   quarter by the owner's team.";
  test.each([
    [`rights are "reviewed" every quarter`, true],
    ["EVERY QUARTER BY THE OWNER’S TEAM", true],
    ["reviewed every month", false],
    ["every quarter by the owner's team. And more", false],
    ["quarter", false],
    ["", false],
  ])("%j occurs in the passage: %s", (quote, expected) => {
    expect(contains(text, quote)).toBe(expected);
  });

  test("is kept once, numbered, and quoted from where it was shown", () => {
    const passages = new Map([["c1", passage("Reviewed every quarter.")]]);
    const written = `A [c1: "every quarter"], B [C1: "every quarter"], C [c2: "every quarter"], D [c1], E [c1: "daily, by all"].`;
    expect(readCitations(written, passages)).toEqual({
      text: "A [1], B [1], C, D, E.",
      citations: [expect.objectContaining({ chunkId: "a_00000", quote: "every quarter" })],
      refused: 3,
    });
  });
});

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

const answer = (question: string, passages: Passage[]) => extractAnswer([{ question, passages }]);

describe("sentences that answer", () => {
  test("are complete rows, items and wrapped lines, best first", () => {
    const table =
      "Asset: A1-7; Owner: Finance; Disk encrypted: yes\nAsset: A1-8; Owner: Sales; Disk encrypted: no";
    expect(answer("Who is the owner of A1-8?", [passage(table)]).citations.map(({ quote }) => quote)[0]).toBe(
      "Asset: A1-8; Owner: Sales; Disk encrypted: no",
    );
    const wrapped = "All people left the\n\nbuilding in three minutes.";
    const [citation] = answer("When had all people left the building?", [passage(wrapped)]).citations;
    expect(contains(wrapped, citation!.quote)).toBe(true);
    expect(citation!.quote).toBe("All people left the building in three minutes.");
  });

  test.each([
    ["its words occur and the meaning is the same", 0.9, true],
    ["its words occur by chance", 0.1, false],
  ])("are found when %s", (_what, similarity, found) => {
    const { citations } = answer("Are access rights reviewed?", [
      passage("Access rights are reviewed every quarter.", similarity),
    ]);
    expect(citations.length > 0).toBe(found);
  });

  test("are not found without the question's words, however similar", () => {
    expect(answer("What is the salary of directors?", [passage("The officer signed.", 1)]).citations).toEqual(
      [],
    );
  });
});

test.each([
  ["What is our compliance score?", { kind: "score", control: null }],
  ["How compliant are we?", { kind: "score", control: null }],
  ["What is our score?", { kind: "score", control: null }],
  ["What’s the current score of this project?", { kind: "score", control: null }],
  ["Hi, could you tell me how far we are?", { kind: "score", control: null }],
  ["How far are we?", { kind: "score", control: null }],
  ["Why is our SOC 2 score so low?", { kind: "score", control: null }],
  ["Where do we stand?", { kind: "score", control: null }],
  ["How many controls are complete?", { kind: "score", control: null }],
  ["What is the score of CC6.1?", { kind: "score", control: "CC6.1" }],
  ["How complete is A.5.1?", { kind: "score", control: "A.5.1" }],
  ["What is missing for CC6.1?", { kind: "gaps", control: "CC6.1" }],
  ["What is still missing for CC6.1?", { kind: "gaps", control: "CC6.1" }],
  ["What does CC6.1 lack?", { kind: "gaps", control: "CC6.1" }],
  ["What should we do next?", { kind: "gaps", control: null }],
  ["Which gaps do we have?", { kind: "gaps", control: null }],
  ["What are we missing?", { kind: "gaps", control: null }],
  ["Is anything missing for the audit?", { kind: "gaps", control: null }],
  ["Which controls have no evidence?", { kind: "gaps", control: null }],
  ["Which controls are not complete yet?", { kind: "gaps", control: null }],
  ["Show me our biggest gaps, please", { kind: "gaps", control: null }],
  ["How can we improve our score?", { kind: "gaps", control: null }],
  ["Which critical findings are open?", { kind: "findings", control: null }],
  ["What is our risk level?", { kind: "findings", control: null }],
  ["How many critical findings are open?", { kind: "findings", control: null }],
  ["Do we have open findings?", { kind: "findings", control: null }],
  ["Which findings are overdue?", { kind: "findings", control: null }],
  ["Are there high findings for CC6.1?", { kind: "findings", control: "CC6.1" }],
])("asks for figures: %s", (question, expected) => {
  expect(figureQuestionOf(question)).toEqual(expected);
});

test.each([
  "What did the access review find?",
  "What is the risk tier of Northwind?",
  "How soon do customers hear about a breach?",
  "What must an employee do when a laptop is missing?",
  "Where is the visitor badge recorded when it is missing?",
  "What does the policy say about how fast critical findings are fixed?",
  "Which overall score did the vendor get in the last penetration test?",
  "What is the risk level of Northwind?",
  "What was our score in the phishing test?",
  "How complete is the asset inventory?",
  "Which gaps did the penetration test find?",
  "What does the gap analysis say about logging?",
  "What should we do first when a laptop is stolen?",
  "Which controls are in place at the data centre?",
  "How many findings did the penetration test report?",
  "Within how many days must high findings be resolved?",
  "Who may accept open findings?",
  "Who keeps our risk register?",
  "What is a critical finding?",
  "What must be done under CC6.1 when a badge is missing?",
])("asks for documents: %s", (question) => {
  expect(figureQuestionOf(question)).toBeNull();
});

test.each([
  ["A5.1", ["A5.1", "A.5.1"]],
  ["A.5.1", ["A.5.1", "A5.1"]],
  ["CC6.1", ["CC6.1", "CC.6.1"]],
])("%s is searched for as written and with the dot at the other position", (number, expected) => {
  expect(spellingsOf(number)).toEqual(expected);
});

test.each([
  ["What is missing?", "CC6.1"],
  ["What is missing for CC7.1?", "CC7.1"],
  ["What is our score?", null],
  ["What is the score of this control?", "CC6.1"],
])("in a conversation about CC6.1, %j means %s", (question, expected) => {
  expect(controlMeant(figureQuestionOf(question)!, question, "CC6.1")).toBe(expected);
});

test.each([
  ["what about cc6.1 now", "CC6.1"],
  ["A.5.12 please", "A.5.12"],
  ["version 4.2 of A1", null],
])("the control in %j", (text, expected) => {
  expect(controlIn(text)).toBe(expected);
});

test("a model gets the end of a conversation, starting with a message of the user", () => {
  const long = "x".repeat(3_000);
  const messages = [
    { author: "user", text: long },
    { author: "assistant", text: long },
    { author: "user", text: long },
    { author: "assistant", text: "Yes." },
  ] as const;
  expect(historyFor(messages).map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(historyFor([])).toEqual([]);
});

test.each([
  ["keeps the figures", "The score is 12.5 of 100 for CC6.1.", true],
  ["invents a figure", "The score is 99 of 100 for CC6.1.", false],
  ["omits nearly everything", "Ok.", false],
])("a model's wording that %s", (_what, written, accepted) => {
  const draft = "# Summary\n\nThe score of P is 12.5 of 100; see CC6.1.";
  expect(acceptedWording(draft, written)).toBe(accepted ? written : null);
});
