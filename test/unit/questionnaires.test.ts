import { describe, expect, test } from "@jest/globals";
import { splitQuestions } from "../../domain/questionnaires/split-questions.rules.ts";
import { answerFromPassages, confidenceIn } from "../../domain/questionnaires/answer-from-passages.rules.ts";

describe("an answer", () => {
  const passage = (text: string, similarity = 0.6) => ({
    chunk_id: "c",
    evidence_id: "e",
    title: "Policy",
    file_name: "policy.pdf",
    page: 3,
    heading: null,
    text,
    similarity,
  });

  test("consists of the best matching sentences, verbatim, with their sources", () => {
    const text =
      "Backups are taken daily. Customer data is encrypted at rest with AES-256. Doors are locked.";
    expect(answerFromPassages("Is customer data encrypted at rest?", [passage(text)], [])).toEqual({
      text: "Customer data is encrypted at rest with AES-256.",
      citations: [
        expect.objectContaining({
          evidence_id: "e",
          page: 3,
          quote: "Customer data is encrypted at rest with AES-256.",
          confidence: expect.any(Number),
        }),
      ],
    });
  });

  const answerTo = (question: string, ...texts: string[]): string | undefined =>
    answerFromPassages(
      question,
      texts.map((text) => passage(text)),
      [],
    )?.text;

  test("has a higher confidence the more of the question it contains", () => {
    const confidenceOf = (question: string, text: string) =>
      confidenceIn(answerFromPassages(question, [passage(text)], [])!.citations)!;
    const text = "Customer data is encrypted at rest with AES-256.";
    const whole = confidenceOf("Is customer data encrypted at rest?", text);
    const part = confidenceOf("Is customer data encrypted at rest with keys of the customer?", text);
    expect(whole).toBeGreaterThan(part);
    expect(whole).toBeLessThanOrEqual(1);
    expect(confidenceIn([])).toBeNull();
  });

  test("includes the preceding yes or no to which its first word refers", () => {
    const own = "May I use my own computer?\n\nNo. Work is done on devices of the company only.";
    expect(answerTo("Are employees allowed to use personal computers?", own)).toBe(
      "No. Work is done on devices of the company only.",
    );
    const codes = "Door codes have six digits. They are changed every month by the guard.";
    expect(answerTo("How often are door codes changed?", codes)).toBe(codes);
  });

  test("to a question of existence describes the thing, from the document about it", () => {
    const text =
      "Version: 3; Owner: Board; Approved: 2026-02-11\n\nPurpose\n\nEvery visitor is met at the door.\n\nBadges\n\nBadges of visitors are red.";
    const about = { ...passage(text, 0.9), title: "Visitor procedure" };
    const question = "Do you have a documented visitor procedure?";
    expect(answerFromPassages(question, [about], [])?.text).toBe(
      "Every visitor is met at the door. Badges of visitors are red.",
    );
  });

  test("to a request for a description is the section about it", () => {
    const text =
      "Doors\n\nDoors are locked at night. Nobody keeps a key at home.\n\nWindows\n\nWindows are closed by the guard.";
    const about = { ...passage(text, 0.9), title: "Building policy" };
    expect(answerFromPassages("Describe your policy on doors.", [about], [])?.text).toBe(
      "Doors are locked at night. Nobody keeps a key at home.",
    );
  });

  test("to a question of duration or frequency contains an amount of the right thing", () => {
    const text =
      "Recordings of the camera are shown to the guard within 24 hours.\n\nRecordings of the camera are erased after 30 days.\n\nRecordings of the camera are kept in the cellar.";
    expect(answerTo("How long are recordings of the camera kept?", text)).toBe(
      "Recordings of the camera are erased after 30 days.",
    );
  });

  test("contains no individual cases, and no surname that elsewhere follows an initial", () => {
    const log =
      "Ticket: 1; Kind: urgent change; Made on: 2026-01-20\nTicket: 2; Kind: change; Made on: 2026-01-21";
    expect(answerTo("Do you log every urgent change?", log)).toBeUndefined();
    const minutes = "Present: A. Sample.\n\nSample repeats the phishing test of all employees.";
    expect(answerTo("Is there a phishing test of employees?", minutes)).toBeUndefined();
  });

  test("covers the first questions of an entry with hundreds", () => {
    const [text, question] = ["All customer data is encrypted.", "Is customer data encrypted?"];
    expect(answerTo("Are cellars aired? ".repeat(7) + question, text)).toBe(text);
    expect(answerTo("Are cellars aired? ".repeat(8) + question, text)).toBeUndefined();
  });

  test.each([
    ["nothing is found", "Is data encrypted at rest?", []],
    [
      "the passages are about something else",
      "Is data encrypted at rest?",
      [passage("Doors are locked at night.")],
    ],
    [
      "question and passages are hardly similar",
      "Is guests' data secret?",
      [passage("All data of doors is secret here.", 0.1)],
    ],
    ["the question has no words of its own", "What do you have?", [passage("All data is encrypted.")]],
    [
      "every passage found names a person",
      "Who reviews access rights?",
      [passage("Access rights are reviewed by Ann Example. R. Roe reviews the rights of access for guests.")],
    ],
    ["a document asks the same question", "Is data encrypted?", [passage("Is all of the data encrypted?")]],
  ])("is missing if %s", (_when, question, passages) => {
    expect(answerFromPassages(question, passages, [])).toBeNull();
  });
});

test.each([
  ["Is data encrypted? Please describe.", ["Is data encrypted?"]],
  ["Are rights reviewed periodically? If so, how often?", ["how often Are rights reviewed?"]],
  ["Please state your recovery time objective (RTO).", ["your recovery time objective."]],
  ["Are employees allowed to use personal devices (BYOD)?", ["Are use devices?"]],
  ["Have you had a security incident in the last twelve months?", ["Have you had a incident?"]],
])("%j contains", (entry, expected) => {
  expect(splitQuestions(entry).map(({ question }) => question)).toEqual(expected);
});
