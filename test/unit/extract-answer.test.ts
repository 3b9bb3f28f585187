import { describe, expect, test } from "@jest/globals";
import type { Passage } from "../../domain/answers/passage.ts";
import { extractAnswer } from "../../domain/assistant/extract-answer.rules.ts";
import { de } from "../../domain/texts/de.ts";
import { en } from "../../domain/texts/en.ts";
import { questionsIn, topicOf } from "../../domain/answers/question-shape.rules.ts";

const passage = (text: string, more: Partial<Passage> = {}): Passage => ({
  chunkId: "a_00000",
  evidenceId: "a",
  title: "Procedure for changes",
  fileName: "procedure.docx",
  page: null,
  heading: null,
  text,
  similarity: 0.9,
  ...more,
});

const quotes = (question: string, passages: Passage[]): string[] =>
  extractAnswer([{ question, passages }], en).citations.map(({ quote }) => quote);

describe("the answer to a question", () => {
  const procedure = passage(
    "An urgent change repairs an outage. The shift leader alone may allow it, by telephone if need be.",
    { heading: "Urgent changes" },
  );
  const log = passage(
    "Ticket: C-1; Kind: urgent change; Approved by: Ann Example; Made on: 2026-01-20\nTicket: C-2; Kind: normal change; Approved by: the board; Made on: 2026-01-21",
    { chunkId: "b_00000", evidenceId: "b", title: "Changes", fileName: "log.xlsx", similarity: 0.9 },
  );

  test("is the rule if it asks for one, not records of individual cases", () => {
    const found = quotes("Who may approve an urgent change?", [log, procedure]);
    expect(found[0]).toBe("The shift leader alone may allow it, by telephone if need be.");
    expect(found.join()).not.toContain("Ann Example");
  });

  test("is the record if it asks for one", () => {
    expect(quotes("Who approved ticket C-1?", [procedure, log])[0]).toMatch(/^Ticket: C-1;/);
  });

  test("is empty if the document names another office", () => {
    const text = "The security officer checks the protection of customer data every month.";
    expect(quotes("Who is our data protection officer?", [passage(text)])).toEqual([]);
    const named = "The data protection officer is reached through the legal department.";
    expect(quotes("Who is our data protection officer?", [passage(named)])).toEqual([named]);
  });

  test("is the text below a question in the document, not the question", () => {
    const text = "May I use a computer of my own?\n\nNo. Work is done on devices of the company only.";
    expect(quotes("May employees use their own computers?", [passage(text, { similarity: 0.95 })])).toEqual([
      "Work is done on devices of the company only.",
    ]);
  });

  test("needs no distinguishing word if there is a single passage", () => {
    const text = "A missing laptop is reported to the security team within an hour.";
    expect(quotes("What must an employee do when a laptop is missing?", [passage(text)])).toEqual([text]);
    expect(quotes("Who insures the laptop?", [passage(text)])).toEqual([]);
  });

  test("is a negative statement if it asks for one", () => {
    const text = "Asset: disk A; Encrypted: yes\nAsset: fax B; Encrypted: no";
    expect(quotes("Which assets are not encrypted?", [passage(text)])[0]).toBe("Asset: fax B; Encrypted: no");
  });
});

describe("an overview of a document", () => {
  const text =
    "Document: Procedure for changes; Version: 3; Owner: Ann Example; Approved: 2026-02-11\n\nPurpose\n\nEvery change is tested before it is made.\n\nRecords\n\nTickets are kept for five years. They are read every Monday.";

  test("contains the first statement of each section, without version and owner", () => {
    expect(quotes("Summarise the procedure for changes.", [passage(text)])).toEqual([
      "Every change is tested before it is made.",
      "Tickets are kept for five years.",
    ]);
  });

  test("contains them if requested", () => {
    const [first] = quotes("Which version does the procedure for changes have?", [passage(text)]);
    expect(first).toMatch(/Version: 3/);
  });
});

test.each([
  ["Summarise the access policy.", "the access policy"],
  ["What is the access policy about?", "the access policy"],
  ["What does the access policy say about passwords?", null],
  ["Who approves access?", null],
])("the topic of %j", (question, topic) => expect(topicOf(question)).toBe(topic));

test.each([
  ["Who approves a change?", ["Who approves a change?"]],
  [
    "How long do we keep tickets, and who reads them?",
    ["How long do we keep tickets?", "who reads tickets?"],
  ],
  [
    "What are the target of the shop and the level of the portal?",
    ["What are the target of the shop?", "What are the level of the portal?"],
  ],
  ["Are backups encrypted and tested?", ["Are backups encrypted and tested?"]],
])("%j contains", (question, expected) => expect(questionsIn(question)).toEqual(expected));

test("each part of a question is answered from its own passages, and missing parts are reported", () => {
  const one = passage("Tickets are kept for five years.");
  const other = passage("Recordings are kept for one year.", { chunkId: "b_00000", evidenceId: "b" });
  const both = extractAnswer(
    [
      { question: "How long are tickets kept?", passages: [one] },
      { question: "How long are recordings kept?", passages: [other] },
    ],
    en,
  );
  expect(both.citations.map(({ evidenceId }) => evidenceId)).toEqual(["a", "b"]);
  const half = extractAnswer(
    [
      { question: "How long are tickets kept?", passages: [one] },
      { question: "Who insures us?", passages: [] },
    ],
    de,
  );
  expect(half.message).toMatch(/^In den Nachweisen steht:/);
  expect(half.message).toContain("Nicht gefunden: Who insures us?");
});
