import { describe, expect, test } from "@jest/globals";
import type { Passage } from "../../domain/answers/passage.ts";
import { extractAnswer } from "../../domain/assistant/extract-answer.rules.ts";
import { historyFor } from "../../domain/assistant/prompt.rules.ts";
import { contains, readCitations } from "../../domain/assistant/quotes.rules.ts";
import { acceptedWording } from "../../domain/assistant/reworded.rules.ts";
import { en } from "../../domain/texts/en.ts";
import { contentWords } from "../../domain/answers/words.rules.ts";
import { passage } from "../support/passage.ts";

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
    });
  });
});

const answer = (question: string, passages: Passage[]) => extractAnswer([{ question, passages }], en);

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
  ["invents a figure in other digits", "The score is ９９ of 100 for CC6.1.", false],
  ["invents a fraction", "The score is 12.5½ of 100 for CC6.1.", false],
  ["shortens a figure", "The score is 12 of 100 for CC6.1.", false],
  ["omits nearly everything", "Ok.", false],
])("a model's wording that %s", (_what, written, accepted) => {
  const draft = "# Summary\n\nThe score of P is 12.5 of 100; see CC6.1.";
  expect(acceptedWording(draft, written)).toBe(accepted ? written : null);
});
